import type { Awaitable } from "../../types.ts"
import type { Settings } from "../config/settings.ts"
import { canDisable, FIRST_EPOCH, keepsEpoch } from "../config/passwords.ts"
import { lazy } from "../../lazy.ts"
import type { LiveSession, SessionLookup } from "../request/strategy.ts"

// Only needed if users have a security epoch
const securityState = lazy(() => import("../users/security-state.ts"), "securityState")

/**
 * Returns a session as its user's account allows it. Returns `undefined` if the user was deleted or disabled, or the
 * session is of an earlier security epoch.
 */
export function ofOpenAccount(settings: Settings, session: LiveSession): Awaitable<SessionLookup | undefined> {
  return keepsEpoch(settings) ? ofCheckedAccount(settings, session) : session
}

async function ofCheckedAccount(settings: Settings, session: LiveSession): Promise<SessionLookup | undefined> {
  const state = await securityState(settings, session.userId)
  if (state.isGone || state.epoch !== (session.epoch ?? FIRST_EPOCH)) return undefined
  return state.closing ? { kind: "none", cookies: [], closing: { session, due: new Date(state.closing.due) } } : session
}

/**
 * Returns the same for a stored session. Without passwords, a change of the address and a deletion delete the rows.
 * Then it reads nothing, unless the adapter can't delete them or an account may wait for its deletion.
 */
export function ofStoredAccount(settings: Settings, session: LiveSession): Awaitable<SessionLookup | undefined> {
  const { account, adapter } = settings
  const mayWait = (account.deletion?.graceDays ?? 0) > 0
  if (!canDisable(settings) && adapter?.deleteSessions && !mayWait) return session
  return ofOpenAccount(settings, session)
}
