import type { Adapter, AdapterSession, AdapterUser } from "../../adapters/contract.ts"
import { hasOwn } from "../../adapters/extended.ts"
import { requireAdapter, requireOperation } from "../../adapters/required.ts"
import { ofStoredAccount, wasSwitchedAway } from "./account-state.ts"
import { isEvicted } from "../users/reclaimed.ts"
import {
  deleteStoredSession,
  endStoredSession,
  moveSessionRecord,
  storeActivity,
  storeSessionRecord,
} from "./session-records.ts"
import { isSameId, unlessDeleted } from "../users/users.ts"
import type { Settings } from "../config/settings.ts"
import { clearChunked, clearStrayChunks } from "../cookies/jar.ts"
import { AuthError, SessionRequired } from "../../errors.ts"
import type { RequestContext } from "../request/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"
import { withExpiry, latestExpiry, timeLeft, updateAgeFor, defaultLifetime } from "./lifetime.ts"
import { callStoredSessionCallback } from "./stored-session.ts"
import {
  isForSite,
  isTokenShaped,
  mayBeStoredUnhashed,
  newSessionToken,
  storedSessionKey,
  parseTokenTerms,
  type TokenTerms,
} from "./session-token.ts"
import type { NewSession, LiveSession, RefreshedSession, SessionLookup } from "../request/strategy.ts"
import { encodeProofs } from "../proofs/sealed-proofs.ts"
import type { SessionProof } from "../request/session-proofs.ts"
import { sweepExpired } from "../config/background.ts"

/** Looks up the row of a cookie, which holds a random token. Deleting the row ends the session at once. */
export async function lookupSession(context: RequestContext): Promise<SessionLookup> {
  const { settings, cookies, cookieTable } = context
  const { name } = cookieTable.sessionToken
  if (!cookies.has(name)) return { kind: "none", cookies: clearStrayChunks(cookies, cookieTable.sessionToken) }
  const token = cookies.get(name)
  const stored = await findStoredSession(context, token)
  if (!stored || !token) return { kind: "none", cookies: clearChunked(cookies, cookieTable.sessionToken) }
  if (await wasSwitchedAway(context, stored.session.sessionToken))
    return { kind: "none", cookies: clearChunked(cookies, cookieTable.sessionToken) }
  const liveSession = await openStoredSession(settings, stored, parseTokenTerms(token, settings))
  return liveSession ?? { kind: "none", cookies: clearChunked(cookies, cookieTable.sessionToken) }
}

/** Returns the session of a row, or `undefined` if it is over. */
export async function openStoredSession(
  settings: Settings,
  { session, user, password }: FoundSession,
  terms: TokenTerms,
): Promise<SessionLookup | undefined> {
  const start = sessionStart(terms, session)
  const end = Math.min(session.expires.getTime(), latestExpiry(settings, terms, start) * 1000)
  const isOver = end <= settings.now() || (await wasEvicted(settings, user, start))
  const userId = user.id
  const stored = { session, user }
  const live = { kind: "live", key: session.sessionToken, userId, stored, lifetime: terms } as const
  const liveSession = isOver
    ? undefined
    : await ofStoredAccount(settings, { ...live, proofs: terms.proofs, epoch: terms.epoch }, password)
  // The row of an earlier epoch stays: the request that started the new one may be about to give it a new token
  if (isOver) await deleteStoredSession(sessionStore(settings), session.sessionToken)
  return liveSession
}

/**
 * Returns when a session began, in seconds, from its token or else its row. Rows that older adapters wrote don't
 * contain it.
 */
export function sessionStart({ start }: TokenTerms, { createdAt }: AdapterSession): number | undefined {
  if (start !== undefined || !createdAt) return start
  const created = new Date(createdAt).getTime() / 1000
  return Number.isNaN(created) ? undefined : created
}

// Adapters that can't end all sessions of a user keep those from before the user was reclaimed (see `reclaimed.ts`). A
// session epoch may also come from the app: it was read with the user
function wasEvicted(settings: Settings, user: AdapterUser, start: number | undefined): boolean | Promise<boolean> {
  const adapter = sessionStore(settings)
  if (adapter.keepsSessionEpoch) return isEvicted(adapter, user, start)
  if (adapter.deleteSessions || !user.emailVerified) return false
  const verified = new Date(user.emailVerified).getTime()
  return (start === undefined || start * 1000 < verified) && isEvicted(adapter, user, start)
}

/** A session with its user, and the user's password record, if the adapter read it too. */
type FoundSession = NonNullable<Awaited<ReturnType<NonNullable<Adapter["getSessionAndUser"]>>>>

async function findStoredSession(context: RequestContext, token: string | undefined): Promise<FoundSession | null> {
  if (!isTokenShaped(token) || !(await isForSite(context, token))) return null
  const { settings } = context
  const adapter = sessionStore(settings)
  const getSessionAndUser = requireOperation(adapter, "getSessionAndUser")
  // An app may override one of the two, or keep records in another database
  const withPassword = settings.keepsEpoch && hasOwn(adapter, ["getSessionAndUser", "getAccountRecord"])
  // Hashes of older secrets come last. An adapter that stores tokens as they are needs one lookup
  for (const secret of adapter.wantsTokenHashes ? settings.secrets : [""]) {
    const key = await storedSessionKey(token, secret, settings)
    const hashedRow = await getSessionAndUser(key, withPassword)
    if (hashedRow) return requireMatchingSession(hashedRow, key)
  }
  const plainRow = mayBeStoredUnhashed(token, settings) ? await getSessionAndUser(token) : null
  return plainRow && requireMatchingSession(plainRow, token)
}

// If a database confuses two tokens, or returns another user's row, it opens no session
export function requireMatchingSession({ session, user, password }: FoundSession, key: string): FoundSession | null {
  if (session.sessionToken !== key || !isSameId(session.userId, user.id)) return null
  const expires = new Date(session.expires)
  return Number.isNaN(expires.getTime()) ? null : { session: { ...session, expires }, user, password }
}

export async function refreshSession(
  context: RequestContext,
  { key, stored }: LiveSession,
  update?: { data: unknown },
): Promise<RefreshedSession> {
  const { settings, cookies, cookieTable } = context
  if (!stored) throw new AuthError("SessionTokenError", "The session isn't stored")
  const token = cookies.get(cookieTable.sessionToken.name) ?? ""
  const terms = parseTokenTerms(token, settings)
  const start = sessionStart(terms, stored.session)
  const due = nextExpiry(settings, stored.session, { ...terms, start })
  const extended = due && (await extendSession(settings, stored.session, due))
  if (extended === "ended") return { session: null, cookies: clearChunked(cookies, cookieTable.sessionToken) }
  const last = latestExpiry(settings, terms, start) * 1000
  const expires = extended ?? new Date(Math.min(stored.session.expires.getTime(), last))
  const row = { ...stored.session, expires }
  const session = await callStoredSessionCallback(context, { session: row, user: stored.user }, update)
  if (session) storeActivity(context, row)
  if (settings.endedSessions.has(key)) return { session: null, cookies: [] } // the user signed out meanwhile
  const set = extended ? [sessionCookie(context, token, expires)] : []
  return { session, stored: { session: row, user: stored.user }, cookies: set }
}

/** Returns the new expiry if an extension is due. A session of unknown age isn't extended if its age is limited. */
function nextExpiry(settings: Settings, session: AdapterSession, terms: TokenTerms): Date | null {
  const { start } = terms
  const now = settings.now()
  if (session.expires.getTime() + (updateAgeFor(settings, terms) - terms.maxAge) * 1000 > now) return null
  if (start === undefined && settings.session.absoluteMaxAge !== undefined) return null
  const secondsLeft = timeLeft(settings, terms, start === undefined ? undefined : now / 1000 - start)
  const expires = new Date(Math.round(now + secondsLeft * 1000))
  return expires > session.expires ? expires : null
}

/** Writes the new expiry. A session that was ended meanwhile stays ended. */
async function extendSession(
  settings: Settings,
  { sessionToken }: AdapterSession,
  expires: Date,
): Promise<Date | "ended"> {
  const adapter = sessionStore(settings)
  const update = requireOperation(adapter, "updateSession")
  const now = new Date(settings.now())
  const updated = await unlessDeleted(adapter, sessionToken, () => update({ sessionToken, expires }, now))
  // Other adapters may return nothing although they wrote. If ours return nothing, the session is gone
  return updated === "gone" || (!updated && adapter.wantsTokenHashes) ? "ended" : expires
}

export async function createSession(
  context: RequestContext,
  { user, account, lifetime = defaultLifetime(context.settings), proofs = [], epoch, keepsPrevious, place }: NewSession,
) {
  const { settings, cookies, cookieTable, headers } = context
  const adapter = sessionStore(settings)
  const userId = user.id ?? ""
  if (account.type === "credentials") await requireStoredUser(adapter, userId)
  const now = settings.now()
  // The session that proves the mailbox begins with the proof, which is rounded up to a second
  const proven = new Date(Reflect.get(user, "emailVerified") ?? 0).getTime()
  const began = proven > now && proven <= now + 1000 ? proven : now
  const start = Math.floor(began / 1000)
  const token = await newSessionToken(context, { start, ...lifetime, proofs: encodeProofs(proofs), epoch })
  const expires = new Date(now + timeLeft(settings, lifetime, 0) * 1000)
  const key = await storedSessionKey(token, settings.secrets[0] ?? "", settings)
  const userAgent = headers.get("user-agent")?.slice(0, 512) ?? null
  const details = adapter.keepsSessionDetails ? { createdAt: new Date(began), userAgent } : {}
  await storeSessionRecord(context, { key, userId, expires, place: place ?? null, createdAt: now })
  await requireOperation(adapter, "createSession")({ sessionToken: key, userId, expires, ...details })
  // A new sign-in ends the session that this browser had
  const before = await findStoredSession(context, cookies.get(cookieTable.sessionToken.name))
  if (before && !keepsPrevious) await deleteStoredSession(adapter, before.session.sessionToken)
  sweepExpired(settings)
  return { cookies: [sessionCookie(context, token, expires)], key }
}

// The new row exists before the old one is deleted, so a crash in between loses no session
export async function rotateSession(
  context: RequestContext,
  { stored }: LiveSession,
  proofs: readonly SessionProof[],
  epoch?: string,
) {
  if (!stored) throw new AuthError("SessionTokenError", "The session isn't stored")
  const { settings, cookies, cookieTable } = context
  const adapter = sessionStore(settings)
  const { sessionToken, userId, expires, createdAt = null, userAgent = null } = stored.session
  const terms = parseTokenTerms(cookies.get(cookieTable.sessionToken.name) ?? "", settings)
  const start = sessionStart(terms, stored.session) ?? Math.floor(settings.now() / 1000)
  const token = await newSessionToken(context, {
    ...terms,
    start,
    proofs: encodeProofs(proofs),
    ...(epoch !== undefined && { epoch }),
  })
  const key = await storedSessionKey(token, settings.secrets[0] ?? "", settings)
  const details = adapter.keepsSessionDetails ? { createdAt, userAgent } : {}
  await moveSessionRecord(context, sessionToken, { key, userId, expires })
  await requireOperation(adapter, "createSession")({ sessionToken: key, userId, expires, ...details })
  if (await endStoredSession(adapter, sessionToken)) return { cookies: [sessionCookie(context, token, expires)], key }
  await deleteStoredSession(adapter, key)
  throw new SessionRequired("The session ended while its user confirmed")
}

async function requireStoredUser(adapter: Adapter, id: string): Promise<void> {
  const user = id ? await requireOperation(adapter, "getUser")(id) : null
  if (isSameId(user?.id, id)) return
  throw new AuthError(
    "CallbackRouteError",
    "`authorize` returned a user whose id the adapter doesn't know. With the database strategy, create the user in the adapter first",
  )
}

export async function endSession({ settings, cookies, cookieTable }: RequestContext, session: SessionLookup) {
  const stored = session.kind === "live" ? session.stored : undefined
  const deleted = stored && (await deleteStoredSession(sessionStore(settings), stored.session.sessionToken))
  if (stored) settings.endedSessions.set(stored.session.sessionToken, true)
  return {
    cookies: clearChunked(cookies, cookieTable.sessionToken),
    message: { session: deleted ?? stored?.session ?? null },
  }
}

function sessionCookie({ cookieTable, settings }: RequestContext, value: string, expires: Date): SetCookie {
  const { name, options } = cookieTable.sessionToken
  return { name, value, options: withExpiry(options, parseTokenTerms(value, settings), expires) }
}

const sessionStore = ({ adapter }: Settings) => requireAdapter(adapter, '`session.strategy: "database"`')
