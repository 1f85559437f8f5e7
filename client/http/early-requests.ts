import type { Page, PopupWindow } from "../page/page.ts"
import type { VERSION_HEADER } from "../protocol.ts"
import { sessionVersion } from "../page/session-version.ts"

/** A response, the times of its request and its arrival in milliseconds since the epoch, and the version then. */
export interface Arrival {
  readonly response: Response
  /** The response's JSON. `undefined` if it has none. */
  readonly body: unknown
  readonly requestedAt: number
  readonly arrivedAt: number
  /** The version of the session at that time. */
  readonly arrivedVersion: string | undefined
}

/** A `GET` request that started before the script that reads its response was loaded. */
export interface WaitingResponse {
  readonly arrival: Promise<Arrival>
  readonly requestedAt: number
  /** The version of the session when it was requested. */
  readonly version: string | undefined
}

/** Where requests go, and the responses that wait for the calls that need them, by action. */
export interface EarlyRequests {
  /** The base path, prefixed with the origin if that is another one. */
  readonly base: string
  readonly page: Page
  readonly waiting: Map<string, WaitingResponse>
  /** The pending request for a CSRF token, which all actions share. */
  csrf?: Promise<string>
  /** The last request of `inSequence`. The clients of a page share its cookies, and so this. */
  last?: Promise<unknown>
  /** The window of the last sign-in in a popup. */
  popup?: PopupWindow | null | undefined
}

export async function sendRequest(
  { base, page }: Pick<EarlyRequests, "base" | "page">,
  action: string,
  init?: RequestInit,
): Promise<Arrival> {
  const requestedAt = Date.now()
  const credentials = base[0] !== "/" && { credentials: "include" as const }
  const response = await page.fetch(`${base}/${action}`, { cache: "no-store", ...credentials, ...init })
  return {
    response,
    requestedAt,
    arrivedAt: Date.now(),
    arrivedVersion: sessionVersion(page),
    body: await response.json().catch(() => undefined), // last, because it takes time
  }
}

/**
 * Returns whether a response is for that version of the session. The page may have preloaded it for an older one. The
 * literal is `VERSION_HEADER`, and shorter in a bundle.
 */
export const isForVersion = ({ headers }: Response, version = "none"): boolean =>
  (headers.get("latchkit-version" satisfies typeof VERSION_HEADER) ?? version) === version

/** Requests `action`, and keeps the response for the call that needs it next. A request that failed is forgotten. */
export function keepResponse(
  early: EarlyRequests,
  action: string,
  arrival: Promise<Arrival> = sendRequest(early, action),
): WaitingResponse {
  const { page, waiting } = early
  arrival.catch(() => waiting.delete(action))
  const request = { arrival, requestedAt: Date.now(), version: sessionVersion(page) }
  waiting.set(action, request)
  return request
}
