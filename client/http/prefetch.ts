import { keepResponse, sendRequest, type Arrival, type EarlyRequests } from "./early-requests.ts"

/**
 * Runs `start` after the previous request in sequence. Each of them sets a cookie in a browser that has none. If
 * they ran in parallel, the later cookie would replace the cookie that a CSRF token or a sign-in already belongs to.
 */
export const inSequence = <T>(early: EarlyRequests, start: () => Promise<T>): Promise<T> =>
  (early.last = Promise.resolve(early.last).then(start, start))

/** Requests a CSRF token. The next requests in sequence wait for it, so it ends after 10 seconds. */
export const requestCsrf = (early: EarlyRequests): Promise<Arrival> =>
  inSequence(early, () => sendRequest(early, "csrf", { signal: AbortSignal.timeout(10_000) }))

/** Starts the first requests of a sign-in, unless they wait for it already. Its code may not be loaded yet. */
export function prefetch(early: EarlyRequests): void {
  if (early.waiting.has("csrf")) return
  keepResponse(early, "providers")
  keepResponse(early, "csrf", requestCsrf(early))
}
