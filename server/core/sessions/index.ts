import type { Settings } from "../config/settings.ts"
import { AccessDenied } from "../../errors.ts"
import type { Awaitable } from "../../types.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { lazy } from "../../lazy.ts"
import { withDeviceBinding } from "../../features/device-bound/strategy.ts"
import { isImpersonated, withImpersonation } from "../../features/administration/impersonation/strategy.ts"
import { jwtSessions } from "./jwt.ts"
import type { SessionLookup, SessionStrategy } from "../request/strategy.ts"

/** Returns the strategy that the configuration chose. Doesn't check whether a session is bound to a device. */
export function ticketSessions({ session }: Settings): SessionStrategy {
  return session.strategy === "jwt" ? jwtSessions : databaseSessions
}

/** Returns the strategy that the configuration chose, which knows no impersonation. */
export function ownSessions(settings: Settings): SessionStrategy {
  const tickets = ticketSessions(settings)
  return settings.session.deviceBound ? withDeviceBinding(tickets) : tickets
}

/** Returns the strategy that the configuration chose. An administrator who acts as a user has the user's session. */
export function sessionStrategy(settings: Settings): SessionStrategy {
  const own = ownSessions(settings)
  return settings.callbacks.impersonate ? withImpersonation(own) : own
}

/** Looks up a request's session with the strategy that the configuration chose. */
export const lookupSession = (context: RequestContext): Awaitable<SessionLookup> =>
  sessionStrategy(context.settings).lookup(context)

/**
 * Requires that no administrator acts as the user of a request. Helpers call it before they change anything.
 *
 * @throws {AccessDenied}
 */
export async function rejectImpersonation(context: RequestContext): Promise<void> {
  if (await isImpersonated(context, () => lookupSession(context)))
    throw new AccessDenied(
      "An administrator who acts as a user can't do this. Call `auth.users.stopImpersonating` first",
    )
}

const loadStored = () => import("./database.ts") // an app without a database doesn't need it
const databaseSessions: SessionStrategy = {
  lookup: lazy(loadStored, "lookupSession"),
  refresh: lazy(loadStored, "refreshSession"),
  create: lazy(loadStored, "createSession"),
  rotate: lazy(loadStored, "rotateSession"),
  end: lazy(loadStored, "endSession"),
}
