/** The inputs of the timers. */
export interface TimerFacts {
  /** Milliseconds until the session expires; Infinity without a session. */
  remainingMs: number
  /** Milliseconds before the expiry from which `expiresSoon` is true. */
  warning: number
  /** When the next poll is due, in milliseconds since the epoch; undefined never polls. */
  pollAt: number | undefined
}

/** The timers of a store. */
export interface SessionTimers {
  set(facts: TimerFacts): void
  stop(): void
}

/** The longest timeout in milliseconds: below 2^31, and short enough to notice that the device slept. */
const MAX_SLEEP = 30_000
const MAX_TIMEOUT = 2 ** 31 - 1

/** Returns timers that wake the store when a session nears its expiry or expires, and when a poll is due. */
export function createTimers(tick: () => void, poll: () => void): SessionTimers {
  let expiry: ReturnType<typeof setTimeout> | undefined
  let polling: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(expiry)
    clearTimeout(polling)
  }
  return {
    stop,
    set({ remainingMs, warning, pollAt }) {
      stop()
      const due = Math.min(remainingMs > warning ? remainingMs - warning : remainingMs, MAX_SLEEP)
      if (remainingMs > 0 && remainingMs < Infinity) expiry = setTimeout(tick, due)
      if (pollAt === undefined) return
      polling = setTimeout(poll, Math.min(Math.max(pollAt - Date.now(), 0), MAX_TIMEOUT))
    },
  }
}
