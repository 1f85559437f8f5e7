const SECOND = 1000

/** A question to the leader that is not answered yet. */
export interface LeaderRequest<T> {
  answer(value: T): void
  /** The leader is at it. */
  patience(): void
  /** No longer waits: asks the service. */
  alone(): void
}

interface LeaderRequestOptions<T> {
  signal: AbortSignal
  /** Asks the service, where the leader does not answer. */
  ask: () => Promise<T>
  /** Called with the open question, and with undefined when it is closed. */
  track: (question: LeaderRequest<T> | undefined) => void
}

/** Waits a second for the leader to say that it is at it, then ten more for its answer; after that asks itself. */
export function requestFromLeader<T>({ signal, ask: fetchValue, track }: LeaderRequestOptions<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const close = () => {
      clearTimeout(timer)
      track(undefined)
    }
    const alone = () => {
      close()
      fetchValue().then(resolve, reject)
    }
    const wait = (seconds: number) => {
      clearTimeout(timer)
      timer = setTimeout(alone, seconds * SECOND)
    }
    const answer = (value: T) => {
      close()
      resolve(value)
    }
    wait(1)
    signal.addEventListener("abort", close)
    track({ answer, alone, patience: () => wait(10) })
  })
}
