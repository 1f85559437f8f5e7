/** What the timers depend on. */
export interface TimerFacts {
  /** Milliseconds until the session ends; Infinity where none does. */
  left: number
  /** Milliseconds of `left` from which on the end is near. */
  warning: number
  /** When the next poll is due, in milliseconds since the epoch; undefined never polls. */
  pollAt: number | undefined
}

/** The longest sleep: below 2^31 ms, and short enough to notice that the device slept. */
const MAX_SLEEP = 30_000
const MAX_TIMEOUT = 2 ** 31 - 1

/** Wakes the store when a session nears its end or ends, and when a poll is due. */
export class SessionTimers {
  readonly #tick: () => void
  readonly #poll: () => void
  #expiry: ReturnType<typeof setTimeout> | undefined
  #polling: ReturnType<typeof setTimeout> | undefined

  constructor(tick: () => void, poll: () => void) {
    this.#tick = tick
    this.#poll = poll
  }

  set({ left, warning, pollAt }: TimerFacts): void {
    this.stop()
    const due = Math.min(left > warning ? left - warning : left, MAX_SLEEP)
    if (left > 0 && left < Infinity) this.#expiry = setTimeout(this.#tick, due)
    if (pollAt === undefined) return
    this.#polling = setTimeout(this.#poll, Math.min(Math.max(pollAt - Date.now(), 0), MAX_TIMEOUT))
  }

  stop(): void {
    clearTimeout(this.#expiry)
    clearTimeout(this.#polling)
  }
}
