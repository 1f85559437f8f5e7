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

/**
 * Connects the tabs of one origin: a BroadcastChannel for messages, and a Web Lock that the leader holds while it
 * lives.
 */
export class Tabs<Message> {
  /** Whether this tab fetches for all tabs. Without Web Locks or channels, every tab leads. */
  isLeader = true
  readonly #options: TabsOptions
  #channel: Channel | undefined
  #stopping: AbortController | undefined

  constructor(options: TabsOptions) {
    this.#options = options
  }

  /** Resolves once it is known whether this tab leads. */
  async start(): Promise<void> {
    const { onMessage, onLead } = this.#options
    this.stop() // a store that starts after `pagehide` is resumed without a pause
    this.#channel = this.#open()
    if (!this.#channel) return
    this.#channel.onmessage = (event) => onMessage(event.data)
    const stopSignal = (this.#stopping = new AbortController()).signal
    const release = await this.#takeEarlyLead()
    if (stopSignal.aborted) return release?.()
    if (release) return stopSignal.addEventListener("abort", release)
    if ((await this.#lead(stopSignal, { ifAvailable: true })) || stopSignal.aborted) return
    void this.#lead(stopSignal, { signal: stopSignal }).then((leads) => leads && onLead())
  }

  /** Releases the channel and the lock, so that the page can enter the back-forward cache. */
  stop(): void {
    this.#stopping?.abort()
    this.#channel?.close()
    this.#channel = undefined
    this.isLeader = true
  }

  /** Posts also after `stop`: a provider may unmount while its sign-out is pending. */
  post(message: Message): void {
    const channel = this.#channel ?? (this.#options.early.page.document && this.#open())
    channel?.postMessage(message)
    if (channel !== this.#channel) channel?.close()
  }

  /** Takes the lead that this page took before its script was loaded. Only one of its stores gets it. */
  async #takeEarlyLead(): Promise<(() => void) | undefined> {
    const { early } = this.#options
    const lead = early.isTaken ? undefined : early.lead
    early.isTaken = true
    return (await lead)?.release
  }

  #open(): Channel | undefined {
    const { early, name } = this.#options
    const { page } = early
    try {
      return page.BroadcastChannel && new page.BroadcastChannel(name)
    } catch {
      return undefined // a sandboxed frame
    }
  }

  async #lead(gone: AbortSignal, options: Parameters<Locks["request"]>[1]): Promise<boolean> {
    const { locks } = this.#options.early.page.navigator ?? {}
    if (!locks) return true
    this.isLeader = false
    return new Promise((resolve) => {
      const hold = (lock: object | null) => {
        if (gone.aborted) return resolve(false)
        resolve((this.isLeader = !!lock))
        return lock ? new Promise((free) => gone.addEventListener("abort", free)) : undefined
      }
      // Rejects if it was aborted, or in a sandboxed frame, where every tab leads
      const onReject = () => resolve(gone.aborted ? false : (this.isLeader = true))
      locks.request(this.#options.name, options, hold).catch(onReject)
    })
  }
}
