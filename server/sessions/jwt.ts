import type { Session } from "../../client/contract.ts"
import type { Awaitable } from "../adapters/contract.ts"
import type { Settings } from "../config/settings.ts"
import { clearChunked, readChunked, writeChunked } from "../cookies/chunks.ts"
import type { Callbacks } from "../config/types.ts"
import type { JWT } from "../crypto/jwt-types.ts"
import { openToken, sealToken } from "../crypto/token-form.ts"
import { AuthError } from "../errors.ts"
import type { Visit } from "../exchange.ts"
import type { SetCookie } from "../outcome.ts"
import { boundedClaims } from "./bounded-claims.ts"
import { presentable } from "./presentable.ts"
import type { Entry, LiveReading, PresentedSession, SessionReading, SessionStrategy } from "./strategy.ts"

/** Sessions that live in an encrypted cookie. Nothing is stored: a copy of the cookie is valid until it expires. */
export const jwtSessions: SessionStrategy = { read, present, open, close }

async function read(visit: Visit): Promise<SessionReading> {
  const { cookies, cookieTable, settings } = visit
  const sealed = readChunked(cookies, cookieTable.sessionToken.name)
  if (!sealed) return { kind: "none", cookies: [] }
  const decoded = decodeWith(visit, sealed)
  const token = decoded instanceof Promise ? await decoded : decoded
  if (!token) {
    settings.logger.debug("The session cookie was not sealed with a listed secret, or has expired")
    return { kind: "none", cookies: clearChunked(cookies, cookieTable.sessionToken) }
  }
  return { kind: "live", key: token.jti ?? "", userId: token.sub, token }
}

async function present(visit: Visit, { token }: LiveReading, update?: { data: unknown }): Promise<PresentedSession> {
  const { settings, cookies, cookieTable } = visit
  if (!token) throw new AuthError("JWTSessionError", "The session holds no token")
  const before = settings.callbacks.jwt && JSON.stringify(token)
  const after = settings.callbacks.jwt ? await called(settings.callbacks.jwt, token, update) : token
  if (after === null) return { session: null, cookies: clearChunked(cookies, cookieTable.sessionToken) }
  const now = Math.floor(settings.now() / 1000)
  const due = (token.iat ?? 0) + settings.session.updateAge <= now
  const renewed = due || update !== undefined || (before !== undefined && before !== JSON.stringify(after))
  const expiry = renewed ? expiryOf(visit, after, now) : (token.exp ?? now)
  if (expiry <= now) return { session: null, cookies: clearChunked(cookies, cookieTable.sessionToken) }
  const session = await presented(visit, after, expiry)
  return { session, cookies: renewed ? await written(visit, after, { now, maxAge: expiry - now }) : [] }
}

// The token that the jwt callback answers; null ends the session, anything but an object is a fault of the host's
async function called(jwt: Callbacks["jwt"], token: JWT, update: { data: unknown } | undefined): Promise<JWT | null> {
  const change = update && { trigger: "update" as const, session: update.data }
  return checked(await jwt({ token, ...change }))
}

function checked(token: unknown): JWT | null {
  if (token === null) return null
  if (typeof token === "object" && !Array.isArray(token)) return token as JWT // an object is what a token is
  throw new AuthError("JWTSessionError", `The jwt callback answered ${String(token)}; a token or null was wanted`)
}

async function presented({ settings }: Visit, token: JWT, expiry: number): Promise<Session> {
  const { name, email, picture } = token
  const user = {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(picture !== undefined && { image: picture }),
  }
  const session: Session = { user, expires: new Date(expiry * 1000).toISOString() }
  const { session: callback } = settings.callbacks
  if (!callback) return session
  return presentable(await callback({ session, token } as Parameters<typeof callback>[0])) // `user` belongs to the other strategy
}

async function open(visit: Visit, { user, account, profile, isNewUser, maxAge }: Entry) {
  const { settings } = visit
  const now = Math.floor(settings.now() / 1000)
  const { name, email, image, id } = user
  const token: JWT = { name: name ?? null, email: email ?? null, picture: image ?? null, ...(id && { sub: id }) }
  const trigger = isNewUser ? ("signUp" as const) : ("signIn" as const)
  const { jwt } = settings.callbacks
  const answered = jwt ? await jwt({ token, user, account, ...(profile && { profile }), isNewUser, trigger }) : token
  const made = checked(answered)
  if (!made) throw new AuthError("AccessDenied", "The jwt callback answered null at sign-in")
  const key = crypto.randomUUID()
  const claims = { ...made, jti: key, auth_time: now }
  const life = maxAge ?? settings.jwt.maxAge
  return { cookies: await written(visit, claims, { now, maxAge: life }), key }
}

async function close({ cookies, cookieTable }: Visit, reading: SessionReading) {
  const token = (reading.kind === "live" && reading.token) || null
  return { cookies: clearChunked(cookies, cookieTable.sessionToken), message: { token } }
}

async function written(visit: Visit, claims: JWT, life: { now: number; maxAge: number }): Promise<SetCookie[]> {
  const { settings, cookies, cookieTable } = visit
  const bounded = boundedClaims(claims)
  const sealed = await encodeWith(visit, bounded, life)
  const expires = new Date((life.now + life.maxAge) * 1000)
  const { name, options } = cookieTable.sessionToken
  const set = writeChunked(cookies, { name, options: { ...options, expires } }, sealed)
  if (set.filter(({ value }) => value !== "").length > 2) settings.logger.warn("large-session")
  return set
}

function expiryOf({ settings }: Visit, { auth_time: start }: JWT, now: number): number {
  const idle = now + settings.jwt.maxAge
  const { absoluteMaxAge } = settings.session
  return absoluteMaxAge === undefined || typeof start !== "number" ? idle : Math.min(idle, start + absoluteMaxAge)
}

async function encodeWith({ settings, site, cookieTable }: Visit, token: JWT, life: { now: number; maxAge: number }) {
  const salt = cookieTable.sessionToken.name
  const { encode } = settings.jwt
  if (encode) return encode({ token, secret: settings.secrets, salt, maxAge: life.maxAge })
  return sealToken(settings.tokenForms, token, { salt, site: site.url, ...life })
}

function decodeWith({ settings, site, cookieTable }: Visit, sealed: string): Awaitable<JWT | null> {
  const salt = cookieTable.sessionToken.name
  if (settings.jwt.decode) return decodeByHost(settings, sealed, salt)
  return openToken(settings.tokenForms, sealed, { salt, site: site.url, now: Math.floor(settings.now() / 1000) })
}

async function decodeByHost(settings: Settings, token: string, salt: string): Promise<JWT | null> {
  try {
    return (await settings.jwt.decode?.({ token, secret: settings.secrets, salt })) ?? null
  } catch (error) {
    settings.logger.debug("jwt.decode refused the session cookie", { error })
    return null
  }
}
