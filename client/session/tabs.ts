import type { Channel, Locks } from "../page/page.ts"
import type { EarlyStart } from "./early-lead.ts"

interface TabsOptions {
  /** Names the channel and the lock. */
  name: string
  onMessage: (message: unknown) => void
  /** The lead that this tab may have taken before. */
  early: EarlyStart
  /** Called when this tab takes over from a closed leader. */
  onLead: () => void
}

/** The connection to the other tabs of the origin. */
export interface Tabs<Message> {
  /** Whether this tab fetches for all tabs. Without Web Locks or channels, every tab leads. */
  readonly isLeader: boolean
  /** Resolves once it is known whether this tab leads. */
  start(): Promise<void>
  /** Releases the channel and the lock, so that the page can enter the back-forward cache. */
  stop(): void
  /** Posts also after `stop`: a provider may unmount while its sign-out is pending. */
  post(message: Message): void
}

/**
 * Connects the tabs of one origin: a BroadcastChannel for messages, and a Web Lock that the leader holds while it
 * lives.
 */
export function createTabs<Message>({ name, onMessage, early, onLead }: TabsOptions): Tabs<Message> {
  const { page } = early
  let isLeader = true
  let channel: Channel | undefined
  let stopping: AbortController | undefined

  const open = (): Channel | undefined => {
    try {
      return page.BroadcastChannel && new page.BroadcastChannel(name)
    } catch {
      return undefined // a sandboxed frame
    }
  }

  /** Takes the lead that this page took before its script was loaded. Only one of its stores gets it. */
  const takeEarlyLead = async (): Promise<(() => void) | undefined> => {
    const lead = early.isTaken ? undefined : early.lead
    early.isTaken = true
    return (await lead)?.release
  }

  const lead = async (gone: AbortSignal, options: Parameters<Locks["request"]>[1]): Promise<boolean> => {
    const { locks } = page.navigator ?? {}
    if (!locks) return true
    isLeader = false
    return new Promise((resolve) => {
      const hold = (lock: object | null) => {
        if (gone.aborted) return resolve(false)
        resolve((isLeader = !!lock))
        return lock ? new Promise((free) => gone.addEventListener("abort", free)) : undefined
      }
      // Rejects if it was aborted, or in a sandboxed frame, where every tab leads
      const onReject = () => resolve(gone.aborted ? false : (isLeader = true))
      locks.request(name, options, hold).catch(onReject)
    })
  }

  const stop = (): void => {
    stopping?.abort()
    channel?.close()
    channel = undefined
    isLeader = true
  }

  return {
    get isLeader() {
      return isLeader
    },
    stop,
    async start() {
      stop() // a store that starts after `pagehide` is resumed without a pause
      channel = open()
      if (!channel) return
      channel.onmessage = (event) => onMessage(event.data)
      const stopSignal = (stopping = new AbortController()).signal
      const release = await takeEarlyLead()
      if (stopSignal.aborted) return release?.()
      if (release) return stopSignal.addEventListener("abort", release)
      if ((await lead(stopSignal, { ifAvailable: true })) || stopSignal.aborted) return
      void lead(stopSignal, { signal: stopSignal }).then((leads) => leads && onLead())
    },
    post(message) {
      const target = channel ?? (page.document && open())
      target?.postMessage(message)
      if (target !== channel) target?.close()
    },
  }
}
