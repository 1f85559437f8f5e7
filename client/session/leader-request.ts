const SECOND = 1000

/** A pending request to the leading tab. */
export interface LeaderRequest<T> {
  respond(value: T): void
  /** The leader has received the request. */
  extendTimeout(): void
  /** Stops waiting and asks the server. */
  askServer(): void
}

interface LeaderRequestOptions<T> {
  signal: AbortSignal
  /** Asks the server if the leader doesn't respond. */
  fetchValue: () => Promise<T>
  /** Called with the pending request, and with `undefined` when it ends. */
  track: (request: LeaderRequest<T> | undefined) => void
}

/**
 * Asks the leader. Waits 1 second for its acknowledgment, then up to 10 more for its response. After that it asks the
 * server.
 */
export function requestFromLeader<T>({ signal, fetchValue, track }: LeaderRequestOptions<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const close = () => {
      clearTimeout(timer)
      track(undefined)
    }
    const askServer = () => {
      close()
      fetchValue().then(resolve, reject)
    }
    const wait = (seconds: number) => {
      clearTimeout(timer)
      timer = setTimeout(askServer, seconds * SECOND)
    }
    const respond = (value: T) => {
      close()
      resolve(value)
    }
    wait(1)
    signal.addEventListener("abort", close)
    track({ respond, askServer, extendTimeout: () => wait(10) })
  })
}
