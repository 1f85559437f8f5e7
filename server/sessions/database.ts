import type { Session } from "../../client/contract.ts"
import type { Adapter, AdapterSession, AdapterUser } from "../adapters/contract.ts"
import { required } from "../adapters/required.ts"
import { isEvicted } from "./reclaimed.ts"
import { sameId } from "./users.ts"
import type { Settings } from "../config/settings.ts"
import { clearChunked, clearStray } from "../cookies/chunks.ts"
import { AuthError } from "../errors.ts"
import type { Visit } from "../http/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"
import { endingWith, latestEnd, timeLeft, updateAgeOf, usualLifetime } from "./lifetime.ts"
import { presentable } from "./presentable.ts"
import { canBeToken, mayBeStoredPlain, newSessionToken, storedKey, termsOf, type Terms } from "./session-token.ts"
import type { Entry, LiveReading, PresentedSession, SessionReading, SessionStrategy } from "./strategy.ts"
import { sweep } from "../config/sweep.ts"
import { unlessGone } from "./unless-gone.ts"

/** Sessions that are rows: the cookie holds a random token, and deleting the row ends the session at once. */
export const databaseSessions: SessionStrategy = { read, present, open, close }

async function read(visit: Visit): Promise<SessionReading> {
  const { settings, cookies, cookieTable } = visit
  const { name } = cookieTable.sessionToken
  if (!cookies.has(name)) return { kind: "none", cookies: clearStray(cookies, cookieTable.sessionToken) }
  const token = cookies.get(name)
  const stored = await find(settings, token)
  if (!stored || !token) return { kind: "none", cookies: clearChunked(cookies, cookieTable.sessionToken) }
  const { session, user } = stored
  const terms = termsOf(token, settings)
  const end = Math.min(session.expires.getTime(), latestEnd(settings, terms, startOf(terms, session)) * 1000)
  if (end > settings.now() && !(await wasEvicted(settings, user, terms)))
    return { kind: "live", key: session.sessionToken, userId: user.id, stored, lifetime: terms }
  await remove(adapterOf(settings), session.sessionToken)
  return { kind: "none", cookies: clearChunked(cookies, cookieTable.sessionToken) }
}

/** When a session began, in seconds: as its token says, else its row. A row that an older adapter wrote says nothing. */
function startOf({ start }: Terms, { createdAt }: AdapterSession): number | undefined {
  if (start !== undefined || !createdAt) return start
  const created = new Date(createdAt).getTime() / 1000
  return Number.isNaN(created) ? undefined : created
}

// Adapters that can't end a user's sessions together keep those from before the user was reclaimed (see `reclaimed.ts`)
function wasEvicted(settings: Settings, user: AdapterUser, { start }: Terms): boolean | Promise<boolean> {
  const adapter = adapterOf(settings)
  if (adapter.deleteSessions || !user.emailVerified) return false
  const verified = new Date(user.emailVerified).getTime()
  return (start === undefined || start * 1000 < verified) && isEvicted(adapter, user, start)
}

type Stored = { session: AdapterSession; user: AdapterUser }

async function find(settings: Settings, token: string | undefined): Promise<Stored | null> {
  if (!canBeToken(token)) return null
  const adapter = adapterOf(settings)
  const getSessionAndUser = required(adapter, "getSessionAndUser")
  // One that an older secret hashed is asked for last; what is stored as it is, once
  for (const secret of adapter.wantsTokenHashes ? settings.secrets : [""]) {
    const key = await storedKey(token, secret, settings)
    const found = await getSessionAndUser(key)
    if (found) return checked(found, key)
  }
  const found = mayBeStoredPlain(token, settings) ? await getSessionAndUser(token) : null
  return found && checked(found, token)
}

// A database that takes one token for another, or hands out somebody else's row, opens nothing
function checked({ session, user }: Stored, key: string): Stored | null {
  if (session.sessionToken !== key || !sameId(session.userId, user.id)) return null
  const expires = new Date(session.expires)
  return Number.isNaN(expires.getTime()) ? null : { session: { ...session, expires }, user }
}

async function present(visit: Visit, { stored }: LiveReading, update?: { data: unknown }): Promise<PresentedSession> {
  const { settings, cookies, cookieTable } = visit
  if (!stored) throw new AuthError("SessionTokenError", "The session has no row")
  const token = cookies.get(cookieTable.sessionToken.name) ?? ""
  const terms = termsOf(token, settings)
  const start = startOf(terms, stored.session)
  const due = extensionOf(settings, stored.session, { ...terms, start })
  const extended = due && (await extend(settings, stored.session, due))
  if (extended === "ended") return { session: null, cookies: clearChunked(cookies, cookieTable.sessionToken) }
  const last = latestEnd(settings, terms, start) * 1000
  const expires = extended ?? new Date(Math.min(stored.session.expires.getTime(), last))
  const row = { ...stored.session, expires }
  const session = await presented(settings, { session: row, user: stored.user }, update)
  const set = extended ? [sessionCookie(visit, token, expires)] : []
  return { session, stored: { session: row, user: stored.user }, cookies: set }
}

/** The new expiry, if an extension is due. A session of unknown age isn't extended if its age is limited. */
function extensionOf(settings: Settings, session: AdapterSession, terms: Terms): Date | null {
  const { start } = terms
  const now = settings.now()
  if (session.expires.getTime() + (updateAgeOf(settings, terms) - terms.maxAge) * 1000 > now) return null
  if (start === undefined && settings.session.absoluteMaxAge !== undefined) return null
  const left = timeLeft(settings, terms, start === undefined ? undefined : now / 1000 - start)
  const expires = new Date(Math.round(now + left * 1000))
  return expires > session.expires ? expires : null
}

/** Writes the new expiry; of a session that was ended meanwhile nothing is written back. */
async function extend(settings: Settings, { sessionToken }: AdapterSession, expires: Date): Promise<Date | "ended"> {
  const adapter = adapterOf(settings)
  const update = required(adapter, "updateSession")
  const now = new Date(settings.now())
  const updated = await unlessGone(adapter, sessionToken, () => update({ sessionToken, expires }, now))
  // Adapters of others may answer nothing although they wrote; ours then have no such session any more
  return updated === "gone" || (!updated && adapter.wantsTokenHashes) ? "ended" : expires
}

async function presented(
  settings: Settings,
  stored: Stored,
  update: { data: unknown } | undefined,
): Promise<Session | null> {
  const { user } = stored
  const { session: callback } = settings.callbacks
  if (!callback) return publicSession(stored)
  const change = update && { newSession: update.data, trigger: "update" as const }
  const session = settings.compatVersion === 5 ? wholeSession(stored) : publicSession(stored)
  const params = { session, user, ...change } as Parameters<typeof callback>[0] // `token` belongs to the other strategy
  return presentable(settings, await callback(params))
}

function publicSession({ session: { expires }, user: { name = null, email, image = null } }: Stored): Session {
  return { user: { name, email: email || null, image }, expires: expires.toISOString() }
}

// Auth.js v5 hands its callback the row with the whole user in it
function wholeSession({ session, user }: Stored): Session {
  return { ...session, user } as unknown as Session // `expires` is a date there too
}

async function open(visit: Visit, { user, account, lifetime = usualLifetime(visit.settings) }: Entry) {
  const { settings, cookies, cookieTable, headers } = visit
  const adapter = adapterOf(settings)
  const userId = String(user.id ?? "") // `authorize` may return a number
  if (account.type === "credentials") await mustBeStored(adapter, userId)
  const now = settings.now()
  // The session that proves the mailbox begins with the proof, which is rounded up to a second
  const proof = adapter.deleteSessions ? 0 : (new Date(Reflect.get(user, "emailVerified") ?? 0).getTime() - now) / 1000
  const start = Math.floor(now / 1000) + (proof > 0 && proof <= 1 ? 1 : 0)
  const token = newSessionToken(settings, { start, ...lifetime })
  const expires = new Date(now + timeLeft(settings, lifetime, 0) * 1000)
  const key = await storedKey(token, settings.secrets[0] ?? "", settings)
  const userAgent = headers.get("user-agent")?.slice(0, 512) ?? null
  const details = adapter.keepsSessionDetails ? { createdAt: new Date(now), userAgent } : {}
  await required(adapter, "createSession")({ sessionToken: key, userId, expires, ...details })
  // Who signs in anew leaves the session behind that this browser had
  const before = await find(settings, cookies.get(cookieTable.sessionToken.name))
  if (before) await remove(adapter, before.session.sessionToken)
  sweep(settings)
  return { cookies: [sessionCookie(visit, token, expires)], key }
}

async function mustBeStored(adapter: Adapter, id: string): Promise<void> {
  const user = id ? await required(adapter, "getUser")(id) : null
  if (sameId(user?.id, id)) return
  throw new AuthError(
    "CallbackRouteError",
    "authorize answered a user whose id the adapter does not know; sessions are kept there",
  )
}

async function close({ settings, cookies, cookieTable }: Visit, reading: SessionReading) {
  const stored = reading.kind === "live" ? reading.stored : undefined
  const deleted = stored && (await remove(adapterOf(settings), stored.session.sessionToken))
  return {
    cookies: clearChunked(cookies, cookieTable.sessionToken),
    message: { session: deleted ?? stored?.session ?? null },
  }
}

/** The session as it was deleted, where the adapter says so; one that is gone needs no deleting. */
async function remove(adapter: Adapter, key: string): Promise<AdapterSession | null> {
  const deleteSession = required(adapter, "deleteSession")
  const deleted = await unlessGone(adapter, key, () => deleteSession(key))
  return deleted && deleted !== "gone" ? deleted : null
}

function sessionCookie({ cookieTable, settings }: Visit, value: string, expires: Date): SetCookie {
  const { name, options } = cookieTable.sessionToken
  return { name, value, options: endingWith(options, termsOf(value, settings), expires) }
}

function adapterOf({ adapter }: Settings): Adapter {
  if (adapter) return adapter
  throw new AuthError("MissingAdapter", "`session.strategy` is database, and there is no `adapter`")
}
