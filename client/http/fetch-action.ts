import { sessionVersion } from "../page/session-version.ts"
import { isForVersion, sendRequest, type Arrival, type EarlyRequests } from "./early-requests.ts"
import { RequestError } from "./errors.ts"

/**
 * Requests `action`, or reads its early response if that is not older than `since`.
 * @throws {RequestError} if the response isn't of the expected type
 */
export type FetchAction = <T>(
  action: string,
  is: (body: unknown) => body is T,
  init?: RequestInit,
  since?: number,
) => Promise<ActionResponse<T>>

export interface ActionResponse<T> {
  body: T
  status: number
  /** The server's clock from the `Date` header, in milliseconds, moved on to now. NaN without that header. */
  date: number
  /** Milliseconds since the epoch. */
  requestedAt: number
  /** The session's version when the response arrived. */
  version: string | undefined
}

export const isObject = (body: unknown): body is Record<string, unknown> =>
  Object(body) === body && !Array.isArray(body)

/** Returns whether a response body has a non-empty string at `key`. */
export const hasString = <K extends string>(body: unknown, key: K): body is Record<K, string> =>
  isObject(body) && typeof body[key] === "string" && body[key] !== ""

/**
 * How long a GET or a sign-out may take. A response that never ends would keep every later request waiting, or every
 * tab signed out.
 */
export const TIMEOUT_MS = 10_000

/** How long a response may wait, in milliseconds. A user who points at a button may click it much later. */
const MAX_AGE = 30_000

declare const process: { env: { NODE_ENV?: string } } // bundlers replace exactly this expression

/**
 * Creates the function that sends the client's requests, or reads the responses of early ones.
 */
export function createFetchAction(early: EarlyRequests): FetchAction {
  const { base, page } = early
  return async (action, is, init, since) => {
    const load = async (signal?: AbortSignal) => {
      const arrival = await takeOrSend(early, action, { ...init, signal: signal ?? null }, since)
      const { redirected, url } = arrival.response
      const strayed = redirected && new URL(url).origin !== new URL(base, page.location?.href).origin
      return strayed ? { ...arrival, body: undefined } : arrival
    }
    const loaded = init?.method && action !== "signout" ? load() : withTimeout(load, init?.signal)
    const { response, body, ...arrival } = await loaded.catch((cause: unknown) => {
      throw init?.signal?.aborted ? cause : new RequestError(action, undefined, cause)
    })
    const { status } = response
    // A rejected POST has its reason in the same shape as a success. Any other response must be a 2xx
    if (!is(body) || (!response.ok && !(status < 500 && hasString(body, "error")))) {
      try {
        if (process.env.NODE_ENV === "development")
          void import("./wrong-base-path.ts").then((it) => it.reportWrongBasePath({ base, page, action, response }))
      } catch {
        // Without a bundler `process` doesn't exist
      }
      throw new RequestError(action, status)
    }
    const date = Date.parse(response.headers.get("date") ?? "") + Date.now() - arrival.arrivedAt
    return { body, status, date, requestedAt: arrival.requestedAt, version: arrival.arrivedVersion }
  }
}

/** Runs `load`, and rejects when `signal` is aborted, even if `load` doesn't end then. */
export function rejectOnAbort<T>(signal: AbortSignal, load: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
  return Promise.race([load(signal), aborted])
}

/**
 * Aborts `load` after the timeout, or when `outer` is aborted. `AbortSignal.any` would need newer browsers. `outer` is
 * one request's.
 */
function withTimeout<T>(load: (signal: AbortSignal) => Promise<T>, outer?: AbortSignal | null): Promise<T> {
  const abort = new AbortController()
  const stop = () => abort.abort(outer?.reason)
  const timer = setTimeout(stop, TIMEOUT_MS)
  outer?.addEventListener("abort", stop)
  if (outer?.aborted) stop()
  return rejectOnAbort(abort.signal, load).finally(() => clearTimeout(timer))
}

/**
 * Sends a request, or takes the waiting response to it. Ignores a waiting response that was requested before `since`,
 * or for another version of the session. A response that the page preloaded for another version is requested again.
 */
async function takeOrSend(
  early: EarlyRequests,
  action: string,
  init: RequestInit,
  since = Date.now() - MAX_AGE,
): Promise<Arrival> {
  const send = (query = "") => sendRequest(early, action + query, init)
  if (init.method) return send()
  const { page, waiting } = early
  const earlyRequest = waiting.get(action)
  waiting.delete(action)
  const isUsable = earlyRequest && earlyRequest.requestedAt >= since && earlyRequest.version === sessionVersion(page)
  const arrival = await (isUsable ? earlyRequest.arrival : send())
  // Browsers use a preloaded response once. A service worker's cache has none for this URL
  return isForVersion(arrival.response, arrival.arrivedVersion) ? arrival : send(`?${Date.now()}`)
}
