import type { Page } from "../page/page.ts"
import { sessionVersion } from "../page/session-version.ts"
import {
  isForVersion,
  keepResponse,
  LAST_REQUESTS,
  sendRequest,
  type Arrival,
  type EarlyRequests,
} from "./early-requests.ts"

/** How long a response may wait, in milliseconds. A user who points at a button may click it much later. */
const MAX_AGE = 30_000

/**
 * Runs `start` after the page's previous request in sequence. Each of them sets a cookie in a browser that has none. If
 * they ran in parallel, the later cookie would replace the cookie that a CSRF token or a sign-in already belongs to.
 */
export function inSequence<T>(page: Page, start: () => Promise<T>): Promise<T> {
  const current = Promise.resolve(LAST_REQUESTS.get(page)).then(start, start)
  LAST_REQUESTS.set(page, current)
  return current
}

/** Starts `GET action`, unless its response is already waiting. The call that needs it may not be loaded yet. */
export function prefetch(early: EarlyRequests, action: string): void {
  if (early.waiting.has(action)) return
  const send = () => sendRequest(early, action)
  keepResponse(early, action, action === "csrf" ? inSequence(early.page, send) : send())
}

/**
 * Sends a request, or takes the waiting response to it. Ignores a waiting response that was requested before `since`, or
 * for another version of the session. A response that the page preloaded for another version is requested again.
 */
export async function takeOrSend(
  early: EarlyRequests,
  action: string,
  init: RequestInit,
  since = Date.now() - MAX_AGE,
): Promise<Arrival> {
  const send = () => sendRequest(early, action, init)
  if (init.method) return send()
  const { page, waiting } = early
  const found = waiting.get(action)
  waiting.delete(action)
  const isUsable = found && found.requestedAt >= since && found.version === sessionVersion(page)
  const arrival = await (isUsable ? found.arrival : send())
  // Browsers use a preloaded response once
  return isForVersion(arrival.response, arrival.arrivedVersion) ? arrival : send()
}
