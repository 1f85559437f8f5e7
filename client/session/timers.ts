/** The inputs of the timers. */
export interface TimerFacts {
  /** Milliseconds until the session expires; Infinity without a session. */
  remainingMs: number
  /** Milliseconds before the expiry from which `expiresSoon` is true. */
  warning: number
  /** When the next poll is due, in milliseconds since the epoch; undefined never polls. */
  pollAt: number | undefined
}

/** The longest timeout in milliseconds: below 2^31, and short enough to notice that the device slept. */
const MAX_SLEEP = 30_000
const MAX_TIMEOUT = 2 ** 31 - 1

/** Wakes the store when a session nears its expiry or expires, and when a poll is due. */
export class SessionTimers {
  readonly #tick: () => void
  readonly #poll: () => void
  #expiry: ReturnType<typeof setTimeout> | undefined
  #polling: ReturnType<typeof setTimeout> | undefined

  constructor(tick: () => void, poll: () => void) {
    this.#tick = tick
    this.#poll = poll
  }

  set({ remainingMs, warning, pollAt }: TimerFacts): void {
    this.stop()
    const due = Math.min(remainingMs > warning ? remainingMs - warning : remainingMs, MAX_SLEEP)
    if (remainingMs > 0 && remainingMs < Infinity) this.#expiry = setTimeout(this.#tick, due)
    if (pollAt === undefined) return
    this.#polling = setTimeout(this.#poll, Math.min(Math.max(pollAt - Date.now(), 0), MAX_TIMEOUT))
  }

  stop(): void {
    clearTimeout(this.#expiry)
    clearTimeout(this.#polling)
  }
}
