import type { Channel, Page } from "../page/page.ts"

interface TabsOptions {
  page: Page
  /** Names the channel and the lock. */
  name: string
  heard: (message: unknown) => void
  /** Called when this tab takes over from a closed leader. */
  led: () => void
}

/**
 * Connects the tabs of one origin: a BroadcastChannel for messages, and a Web Lock that the leader holds while it
 * lives.
 */
export class Tabs<Message> {
  /** Whether this tab fetches for all tabs. Without Web Locks or channels, every tab leads. */
  leads = true
  readonly #options: TabsOptions
  #channel: Channel | undefined
  #leave: AbortController | undefined

  constructor(options: TabsOptions) {
    this.#options = options
  }

  /** Resolves once it is known whether this tab leads. */
  async start(): Promise<void> {
    const { page, name, heard: onMessage, led: onLead } = this.#options
    const { BroadcastChannel } = page
    if (!BroadcastChannel) return
    this.#channel = new BroadcastChannel(name)
    this.#channel.onmessage = (event) => onMessage(event.data)
    const stopSignal = (this.#leave = new AbortController()).signal
    if (await this.#lead(stopSignal, { ifAvailable: true })) return
    void this.#lead(stopSignal, { signal: stopSignal }).then((leads) => leads && onLead())
  }

  /** Releases the channel and the lock, so that the page can enter the back-forward cache. */
  stop(): void {
    this.#leave?.abort()
    this.#channel?.close()
    this.#channel = undefined
    this.leads = true
  }

  post(message: Message): void {
    this.#channel?.postMessage(message)
  }

  async #lead(gone: AbortSignal, options: LockOptions): Promise<boolean> {
    const { locks } = this.#options.page.navigator ?? {}
    if (!locks) return false // `leads` stays true
    this.leads = false
    return new Promise((resolve) => {
      const hold = (lock: Lock | null) => {
        if (gone.aborted) return resolve(false)
        resolve((this.leads = !!lock))
        return lock ? new Promise((free) => gone.addEventListener("abort", free)) : undefined
      }
      locks.request(this.#options.name, options, hold).catch(() => resolve(false)) // aborted while it waited
    })
  }
}
