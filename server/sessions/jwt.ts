import type { Session } from "../../client/contract.ts"
import { isEvicted } from "./reclaimed.ts"
import { sameId, userById } from "./users.ts"
import { carriedBy } from "../http/app-state.ts"
import type { Settings } from "../config/settings.ts"
import type { Callbacks } from "../config/types.ts"
import { clearChunked, clearStray, MAX_VALUE_LENGTH, readChunked, writeChunked } from "../cookies/chunks.ts"
import { endKey, isEnded } from "../cookies/ended.ts"
import { base64url } from "../crypto/bytes.ts"
import { randomBytes } from "../crypto/hash.ts"
import type { JWT } from "../crypto/jwt-types.ts"
import { sessionKeyOf, startOf } from "../crypto/token-form.ts"
import { AuthError } from "../errors.ts"
import type { Visit } from "../http/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"
import { boundedClaims } from "./bounded-claims.ts"
import { endingWith, latestEnd, timeLeft, updateAgeOf, usualLifetime } from "./lifetime.ts"
import { presentable } from "./presentable.ts"
import { decodeSession, encodeSession } from "./session-jwt.ts"
import type { Entry, LiveReading, PresentedSession, SessionReading, SessionStrategy } from "./strategy.ts"
import { lifetimeIn, ownClaims, pinned } from "./token-claims.ts"

/** Sessions that live in an encrypted cookie. Nothing is stored: a copy of the cookie is valid until it expires. */
export const jwtSessions: SessionStrategy = { read, present, open, close }

async function read(visit: Visit): Promise<SessionReading> {
  const { cookies, cookieTable, settings } = visit
  const { sessionToken } = cookieTable
  const sealed = readChunked(cookies, sessionToken.name)
  if (!sealed) return { kind: "none", cookies: clearStray(cookies, sessionToken) }
  const decoded = decodeSession(visit, sealed)
  const token = decoded instanceof Promise ? await decoded : decoded
  if (!token) {
    settings.logger.debug("The session cookie was not sealed with a listed secret, has expired or is for another site")
    return { kind: "none", cookies: clearChunked(cookies, sessionToken) }
  }
  const key = sessionKeyOf(token)
  if (isEnded(cookies, sessionToken, key) || latestEndOf(settings, token) <= settings.now() / 1000) {
    settings.logger.debug("The session was signed out in this browser, or is older than `session.absoluteMaxAge`")
    return { kind: "none", cookies: clearChunked(cookies, sessionToken) }
  }
  if (canBeEvicted(settings, token) && (await isOver(settings, token)))
    return { kind: "none", cookies: clearChunked(cookies, sessionToken) }
  return { kind: "live", key: key ?? "", userId: token.sub, token, lifetime: lifetimeIn(token) }
}

// A user is reclaimed at the first proof of the mailbox or never, so sessions opened since then need no look at the database
function canBeEvicted({ adapter, providers, compat }: Settings, { sub, email_proven: proven }: JWT): boolean {
  if (!adapter?.getUser || sub === undefined || proven === true) return false
  return [...providers.values()].some(
    (provider) =>
      provider.type === "email" ||
      (compat === "authjs" && Reflect.get(provider, "allowDangerousEmailAccountLinking") === true),
  )
}

async function isOver({ adapter }: Settings, { sub, auth_time: start }: JWT): Promise<boolean> {
  const user = adapter && sub !== undefined ? await userById(adapter, sub) : null
  if (!adapter || !user) return false
  return isEvicted(adapter, user, typeof start === "number" ? start : undefined)
}

async function present(visit: Visit, { token }: LiveReading, update?: { data: unknown }): Promise<PresentedSession> {
  const { settings, cookies, cookieTable } = visit
  if (!token) throw new AuthError("JWTSessionError", "The session holds no token")
  const over = { session: null, cookies: clearChunked(cookies, cookieTable.sessionToken) }
  const ours = ownClaims(token) // read before a callback may write to it
  const whole = pinned(ours, token)
  const before = settings.callbacks.jwt && JSON.stringify(whole)
  const answered = settings.callbacks.jwt ? await called(settings.callbacks.jwt, whole, update) : whole
  if (answered === null) return over
  const after = pinned(ours, answered)
  const now = Math.floor(settings.now() / 1000)
  if (token.exp !== undefined && token.exp <= now) return over // a tab that asks at the end must not extend the session
  const due = (token.iat ?? 0) + updateAgeOf(settings, lifetimeOf(settings, token)) <= now || token.exp === undefined
  const renewed = due || update !== undefined || (before !== undefined && before !== JSON.stringify(after))
  const expiry = renewed ? expiryOf(settings, after, now) : Math.min(token.exp ?? now, latestEndOf(settings, after))
  if (expiry <= now) return over
  const session = await presented(visit, after, { expiry, update })
  const life = { now, maxAge: expiry - now, isUpdate: update !== undefined }
  return { session, token: after, cookies: renewed ? await written(visit, after, life) : [] }
}

// The token that the jwt callback returns; null ends the session, anything but an object is a fault of the app
async function called(jwt: Callbacks["jwt"], token: JWT, update: { data: unknown } | undefined): Promise<JWT | null> {
  const change = update && { trigger: "update" as const, session: update.data }
  return checked(await jwt({ token, ...change }))
}

function checked(token: unknown): JWT | null {
  if (token === null) return null
  if (typeof token === "object" && !Array.isArray(token)) return token as JWT // an object is what a token is
  throw new AuthError("JWTSessionError", `The \`jwt\` callback returned ${String(token)}. Return a token or null`)
}

interface Presenting {
  /** Seconds since the epoch. */
  expiry: number
  update: { data: unknown } | undefined
}

async function presented({ settings }: Visit, token: JWT, { expiry, update }: Presenting): Promise<Session | null> {
  const { name, email, picture } = token
  const user = {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(picture !== undefined && { image: picture }),
  }
  const session: Session = { user, expires: new Date(expiry * 1000).toISOString() }
  const { session: callback } = settings.callbacks
  if (!callback) return session
  const change = update && { newSession: update.data, trigger: "update" as const }
  const params = { session, token, ...change } as Parameters<typeof callback>[0] // `user` belongs to the other strategy
  return presentable(settings, await callback(params))
}

async function open(visit: Visit, { user, account, profile, isNewUser, lifetime, carry, emailProven = false }: Entry) {
  const { settings, cookies, cookieTable } = visit
  const now = Math.floor(settings.now() / 1000)
  const { name, email, image, id = "" } = user
  const sub = String(id) // `authorize` may return a number
  const token: JWT = { name: name ?? null, email: email ?? null, picture: image ?? null, ...(sub && { sub }) }
  const trigger = isNewUser ? ("signUp" as const) : ("signIn" as const)
  const { jwt } = settings.callbacks
  const answered = jwt
    ? await jwt({
        token,
        user,
        account,
        ...(profile && { profile }),
        isNewUser,
        trigger,
        emailVerified: emailProven,
        ...carriedBy(carry),
      })
    : token
  const made = checked(answered)
  // Auth.js goes on without a session then
  if (!made && settings.compat) return { cookies: clearChunked(cookies, cookieTable.sessionToken), key: "" }
  if (!made) throw new AuthError("AccessDenied", "The `jwt` callback returned null at sign-in")
  const key = base64url(randomBytes(16))
  const proven = emailProven && settings.adapter ? { email_proven: true } : {}
  const claims = pinned(ownClaims({ iat: now, session_key: key, ...proven }, lifetime), made)
  const maxAge = timeLeft(settings, lifetime ?? usualLifetime(settings), 0)
  const ended = await endOther(visit, id)
  return { cookies: [...ended, ...(await written(visit, claims, { now, maxAge, isUpdate: false }))], key }
}

/** Ends the session of another user that this browser has, so that no late response brings that user back. */
async function endOther(visit: Visit, id: string | undefined): Promise<SetCookie[]> {
  const before = await read(visit)
  return before.kind === "live" && !sameId(before.userId, id) ? ending(visit, before) : []
}

async function close(visit: Visit, reading: SessionReading) {
  const { cookies, cookieTable } = visit
  const ended = reading.kind === "live" ? ending(visit, reading) : []
  const token = (reading.kind === "live" && reading.token) || null
  return { cookies: [...clearChunked(cookies, cookieTable.sessionToken), ...ended], message: { token } }
}

function ending({ settings, cookies, cookieTable }: Visit, { key, lifetime }: LiveReading): SetCookie[] {
  const { maxAge, persistent } = lifetime ?? usualLifetime(settings)
  return endKey(cookies, cookieTable.sessionToken, { key, maxAge: persistent ? Math.ceil(maxAge) : undefined })
}

interface Writing {
  /** Seconds since the epoch. */
  now: number
  maxAge: number
  isUpdate: boolean
}

async function written(visit: Visit, claims: JWT, life: Writing): Promise<SetCookie[]> {
  const { settings, cookies, cookieTable } = visit
  const sealed = await encodeSession(visit, boundedClaims(claims), life)
  if (sealed.length > MAX_VALUE_LENGTH) throw tooLong(sealed.length, life)
  const expires = new Date((life.now + life.maxAge) * 1000)
  const { name, options } = cookieTable.sessionToken
  const option = { name, options: endingWith(options, lifetimeOf(settings, claims), expires) }
  const set = writeChunked(cookies, option, sealed)
  if (set.filter(({ value }) => value !== "").length > 2) settings.logger.warn("large-session")
  return set
}

function tooLong(length: number, { isUpdate }: Writing): AuthError {
  const found = `The session takes ${length} characters, but only ${MAX_VALUE_LENGTH} fit in its cookies`
  return new AuthError("JWTSessionError", `${found}. Store less in the token`, isUpdate ? { status: 413 } : undefined)
}

const lifetimeOf = (settings: Settings, token: JWT) => lifetimeIn(token) ?? usualLifetime(settings)
const latestEndOf = (settings: Settings, token: JWT) => latestEnd(settings, lifetimeOf(settings, token), startOf(token))

function expiryOf(settings: Settings, token: JWT, now: number): number {
  const start = startOf(token)
  return now + timeLeft(settings, lifetimeOf(settings, token), start === undefined ? undefined : now - start)
}
