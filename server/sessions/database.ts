import type { Session } from "../../client/contract.ts"
import type { Adapter, AdapterSession, AdapterUser } from "../adapters/contract.ts"
import { required } from "../adapters/required.ts"
import { sameId } from "../accounts/stored.ts"
import type { Settings } from "../config/settings.ts"
import { clearChunked } from "../cookies/chunks.ts"
import { AuthError } from "../errors.ts"
import type { Visit } from "../exchange.ts"
import type { SetCookie } from "../outcome.ts"
import { endingWith, timeLeft, updateAgeOf, usualLifetime } from "./lifetime.ts"
import { presentable } from "./presentable.ts"
import { canBeToken, newSessionToken, storedKey, termsOf } from "./session-token.ts"
import type { Entry, LiveReading, PresentedSession, SessionReading, SessionStrategy } from "./strategy.ts"
import { sweep } from "./sweep.ts"
import { unlessGone } from "./unless-gone.ts"

/** Sessions that are rows: the cookie holds a random token, and deleting the row ends the session at once. */
export const databaseSessions: SessionStrategy = { read, present, open, close }

async function read(visit: Visit): Promise<SessionReading> {
  const { settings, cookies, cookieTable } = visit
  const { name } = cookieTable.sessionToken
  if (!cookies.has(name)) return { kind: "none", cookies: [] }
  const token = cookies.get(name)
  const stored = await find(settings, token)
  if (!stored || !token) return { kind: "none", cookies: clearChunked(cookies, cookieTable.sessionToken) }
  const { session, user } = stored
  if (session.expires.getTime() > settings.now())
    return { kind: "live", key: session.sessionToken, userId: user.id, stored, lifetime: termsOf(token, settings) }
  await remove(adapterOf(settings), session.sessionToken)
  return { kind: "none", cookies: clearChunked(cookies, cookieTable.sessionToken) }
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
  return null
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
  const due = extensionOf(settings, stored.session, token)
  const extended = due && (await extend(settings, stored.session, due))
  if (extended === "ended") return { session: null, cookies: clearChunked(cookies, cookieTable.sessionToken) }
  const expires = extended ?? stored.session.expires
  const session = await presented(visit, stored.user, expires, update)
  return { session, cookies: extended ? [sessionCookie(visit, token, expires)] : [] }
}

/** The new expiry, where an extension is due. */
function extensionOf(settings: Settings, session: AdapterSession, token: string): Date | null {
  const terms = termsOf(token, settings)
  const now = settings.now()
  if (session.expires.getTime() + (updateAgeOf(settings, terms) - terms.maxAge) * 1000 > now) return null
  const { start } = terms
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
  { settings }: Visit,
  user: AdapterUser,
  expires: Date,
  update?: { data: unknown },
): Promise<Session> {
  const { name = null, email, image = null } = user
  const session: Session = { user: { name, email: email || null, image }, expires: expires.toISOString() }
  const { session: callback } = settings.callbacks
  if (!callback) return session
  const change = update && { newSession: update.data, trigger: "update" as const }
  return presentable(await callback({ session, user, ...change } as Parameters<typeof callback>[0])) // `token` belongs to the other strategy
}

async function open(visit: Visit, { user, account, lifetime = usualLifetime(visit.settings) }: Entry) {
  const { settings, cookies, cookieTable, headers } = visit
  const adapter = adapterOf(settings)
  const userId = user.id ?? ""
  if (account.type === "credentials") await mustBeStored(adapter, userId)
  const now = settings.now()
  const token = newSessionToken(settings, { start: Math.floor(now / 1000), ...lifetime })
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
