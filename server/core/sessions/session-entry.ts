import type { DeviceDetails } from "../../../client/account-contract.ts"
import type { Awaitable } from "../../types.ts"
import type { RequestContext } from "../request/auth-request.ts"

/** One of a user's sessions, as the user sees it. */
export interface SessionEntry {
  /** The id of the session. It can't open the session. */
  id: string
  /** Whether this is the session of the request. */
  current: boolean
  /** `null` if the adapter doesn't store it. */
  createdAt: Date | null
  expires: Date
  /** The `User-Agent` of the browser that opened it. `null` if the adapter doesn't store it. */
  userAgent: string | null
  /** The browser's own description. */
  device: DeviceDetails
  /** Where it was opened, as the `place` callback says. `undefined` without that callback. */
  place?: string | null
  /** Accurate to an hour. `null` if it isn't known. */
  lastActiveAt: Date | null
  /** The client id of the native app that has the session, as in `nativeApps`. `undefined` for a browser. */
  nativeApp?: string
}

/** The functions for the signed-in user's own sessions, which an adapter stores. */
export interface SessionList {
  /** Returns the sessions, the current one first. The list is empty if the user isn't signed in. */
  list(context: RequestContext): Awaitable<SessionEntry[]>
  /** Ends one session. Returns `false` if the user has no session with this id. */
  revoke(context: RequestContext, id: string): Awaitable<boolean>
  /** Ends all other sessions, and the trust in other devices. Returns how many sessions it ended. */
  revokeOthers(context: RequestContext): Awaitable<number>
}
