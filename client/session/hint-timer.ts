const SECOND = 1000

/** A timer for hints of other tabs. */
export interface HintTimer {
  schedule(): void
  stop(): void
}

/** Returns a timer that acts on hints of other tabs at most once a second. */
export function createHintTimer(act: () => void): HintTimer {
  let actedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    schedule() {
      timer ??= setTimeout(
        () => {
          timer = undefined
          actedAt = Date.now()
          act()
        },
        Math.max(0, actedAt + SECOND - Date.now()),
      )
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
