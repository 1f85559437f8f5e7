import type { AccountRecord } from "../../adapters/account-record.ts"
import type { Awaitable } from "../../types.ts"
import type { Settings } from "../config/settings.ts"
import { lazy } from "../../lazy.ts"
import type { LiveSession, SessionLookup } from "../request/strategy.ts"
import { isSessionEnded } from "../cookies/ended.ts"
import { sha256 } from "../crypto/bytes.ts"
import { mapAwaitable } from "../crypto/then.ts"
import type { RequestContext } from "../request/auth-request.ts"

// Only needed if users have a security epoch
const sessionState = lazy(() => import("../users/session-state.ts"), "sessionState")

/**
 * Returns a session as its user's account allows it. Returns `undefined` if the user was deleted or disabled, or the
 * session is of an earlier security epoch. Reads the user's password record, unless it was read already.
 */
export function ofOpenAccount(
  settings: Settings,
  session: LiveSession,
  password?: AccountRecord | null,
): Awaitable<SessionLookup | undefined> {
  return settings.keepsEpoch ? ofCheckedAccount(settings, session, password) : session
}

async function ofCheckedAccount(
  settings: Settings,
  session: LiveSession,
  password: AccountRecord | null | undefined,
): Promise<SessionLookup | undefined> {
  const state = await sessionState(settings, session, password)
  if (!state) return undefined
  return state.closing ? { kind: "none", cookies: [], closing: { session, due: new Date(state.closing.due) } } : session
}

/**
 * Returns the same for a stored session. Without passwords, a change of the address and a deletion delete the rows.
 * Then it reads nothing, unless the adapter can't delete them or an account may wait for its deletion.
 */
export function ofStoredAccount(
  settings: Settings,
  session: LiveSession,
  password?: AccountRecord | null,
): Awaitable<SessionLookup | undefined> {
  const { account, adapter } = settings
  const mayWait = (account.deletion?.graceDays ?? 0) > 0
  if (!settings.canDisable && adapter?.deleteSessions && !mayWait) return session
  return ofOpenAccount(settings, session, password)
}

/**
 * Returns the key that tells a browser's sessions apart. The key of a stored session may be its token, so a hash of it
 * is returned.
 */
export async function browserKey({ key, stored }: LiveSession): Promise<string> {
  return stored ? hashedKey(key) : key
}

/**
 * Returns whether another account has replaced this stored session in this browser. A late response may have set its
 * cookie again. The switch back removes the mark.
 */
export function wasSwitchedAway(
  { settings, cookies, cookieTable }: RequestContext,
  storedKey: string,
): Awaitable<boolean> {
  if (settings.session.maxAccounts === 1) return false
  return mapAwaitable(hashedKey(storedKey), (key) => isSessionEnded(cookies, cookieTable.sessionToken, key))
}

const hashedKey = (key: string) => mapAwaitable(sha256(key), (hash) => hash.slice(0, 32))
