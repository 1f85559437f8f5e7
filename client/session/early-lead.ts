import type { Session } from "../contract.ts"
import { isForVersion, keepResponse, type EarlyRequests, type WaitingResponse } from "../http/early-requests.ts"
import { isSession } from "../http/is-session.ts"
import { sessionVersion } from "../page/session-version.ts"
import { sessionKey } from "./options.ts"

/** The state that the clients of a page with the same base path share before their script has loaded. */
export interface EarlyStart extends EarlyRequests {
  /** The lead among the tabs, and the request that this tab sent with it. */
  lead?: Promise<Lead | undefined> | undefined
  /** Whether a loaded store has taken the lead over. */
  isTaken?: boolean
}

interface Lead {
  readonly request: WaitingResponse
  release(): void
}

/** A session that was requested early, and its version. */
export interface EarlySession<S extends Session> {
  readonly session: S | null
  readonly version: string | undefined
}

/**
 * Requests the session if no other tab leads, once for all clients of the page. Without Web Locks or channels, every
 * tab leads. Resolves to `undefined` if only the store can tell the session: from the leader, or after a failure.
 * `isAlone` requests it again, even if another tab leads, because no store will load.
 */
export async function requestEarly<S extends Session>(
  early: EarlyStart,
  isAlone?: boolean,
): Promise<EarlySession<S> | undefined> {
  const { page } = early
  if (early.isTaken) return undefined
  const request = isAlone ? keepResponse(early, "session") : (await (early.lead ??= takeLead(early)))?.request
  if (!request) return undefined
  const { arrival, version } = request
  const { response, body } = await arrival
  const isUsable = response.ok && !response.redirected && isForVersion(response, version)
  return isUsable && version === sessionVersion(page) && isSession<S>(body) ? { session: body, version } : undefined
}

function takeLead(early: EarlyStart): Promise<Lead | undefined> {
  const { base, page } = early
  const locks = page.BroadcastChannel && page.navigator?.locks
  return new Promise((resolve) => {
    const hold = (lock?: unknown) =>
      lock
        ? new Promise<void>((release) => {
            resolve({ request: keepResponse(early, "session"), release })
            setTimeout(() => early.isTaken || release(), 10_000) // the store's script may never arrive
          })
        : resolve(undefined)
    // A sandboxed frame has no locks
    if (locks) locks.request(sessionKey(base).join(), { ifAvailable: true }, hold).catch(() => hold())
    else void hold(true)
  })
}
