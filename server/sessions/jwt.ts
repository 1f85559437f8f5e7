import type { Session } from "../../client/contract.ts"
import type { Awaitable } from "../adapters/contract.ts"
import { carriedBy } from "../carry.ts"
import type { Settings } from "../config/settings.ts"
import { clearChunked, readChunked, writeChunked } from "../cookies/chunks.ts"
import type { Callbacks } from "../config/types.ts"
import type { JWT } from "../crypto/jwt-types.ts"
import { openToken, sealToken } from "../crypto/token-form.ts"
import { AuthError } from "../errors.ts"
import type { Visit } from "../exchange.ts"
import type { CookiesOptions } from "../cookies/options.ts"
import type { SetCookie } from "../outcome.ts"
import type { Site } from "../site.ts"
import { boundedClaims } from "./bounded-claims.ts"
import { endingWith, timeLeft, updateAgeOf, usualLifetime, type Lifetime } from "./lifetime.ts"
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
  return { kind: "live", key: token.jti ?? "", userId: token.sub, token, lifetime: ownLifetime(token) }
}

async function present(visit: Visit, { token }: LiveReading, update?: { data: unknown }): Promise<PresentedSession> {
  const { settings, cookies, cookieTable } = visit
  if (!token) throw new AuthError("JWTSessionError", "The session holds no token")
  const before = settings.callbacks.jwt && JSON.stringify(token)
  const ours = OURS.map((name) => [name, token[name]] as const) // read before a callback may write to it
  const lifetime = ownLifetime(token) ?? usualLifetime(settings)
  const answered = settings.callbacks.jwt ? await called(settings.callbacks.jwt, token, update) : token
  const after = answered && keeping(ours, answered)
  if (after === null) return { session: null, cookies: clearChunked(cookies, cookieTable.sessionToken) }
  const now = Math.floor(settings.now() / 1000)
  const due = (token.iat ?? 0) + updateAgeOf(settings, lifetime) <= now
  const renewed = due || update !== undefined || (before !== undefined && before !== JSON.stringify(after))
  const expiry = renewed ? expiryOf(settings, after, now) : (token.exp ?? now)
  if (expiry <= now) return { session: null, cookies: clearChunked(cookies, cookieTable.sessionToken) }
  const session = await presented(visit, after, expiry)
  return { session, cookies: renewed ? await written(visit, after, { now, maxAge: expiry - now }) : [] }
}

/** Claims that say how long the session is kept. What a client sends to `update` may end up in a token, but not here. */
const OURS = ["auth_time", "session_max_age", "browser_session"] as const

type Terms = readonly (readonly [name: (typeof OURS)[number], value: unknown])[]

function termsOf(lifetime: Lifetime | undefined, start: number): Terms {
  const browser = lifetime?.persistent === false ? true : undefined
  return [
    ["auth_time", start],
    ["session_max_age", lifetime?.maxAge],
    ["browser_session", browser],
  ]
}

function keeping(ours: Terms, token: JWT): JWT {
  if (ours.every(([name, value]) => token[name] === value)) return token
  const kept = Object.fromEntries(ours.filter(([, value]) => value !== undefined))
  const others = Object.entries(token).filter(([name]) => name in kept || !ours.some(([own]) => own === name))
  return { ...Object.fromEntries(others), ...kept }
}

/** The lifetime that a token names for itself. */
function ownLifetime({ session_max_age: maxAge, browser_session: browser }: JWT): Lifetime | undefined {
  return typeof maxAge === "number" ? { maxAge, persistent: browser !== true } : undefined
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

async function open(visit: Visit, { user, account, profile, isNewUser, lifetime, carry }: Entry) {
  const { settings } = visit
  const now = Math.floor(settings.now() / 1000)
  const { name, email, image, id } = user
  const token: JWT = { name: name ?? null, email: email ?? null, picture: image ?? null, ...(id && { sub: id }) }
  const trigger = isNewUser ? ("signUp" as const) : ("signIn" as const)
  const { jwt } = settings.callbacks
  const answered = jwt
    ? await jwt({ token, user, account, ...(profile && { profile }), isNewUser, trigger, ...carriedBy(carry) })
    : token
  const made = checked(answered)
  if (!made) throw new AuthError("AccessDenied", "The jwt callback answered null at sign-in")
  const key = crypto.randomUUID()
  const claims = keeping(termsOf(lifetime, now), { ...made, jti: key })
  const maxAge = timeLeft(settings, lifetime ?? usualLifetime(settings), 0)
  return { cookies: await written(visit, claims, { now, maxAge }), key }
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
  const lifetime = ownLifetime(claims) ?? usualLifetime(settings)
  const set = writeChunked(cookies, { name, options: endingWith(options, lifetime, expires) }, sealed)
  if (set.filter(({ value }) => value !== "").length > 2) settings.logger.warn("large-session")
  return set
}

function expiryOf(settings: Settings, token: JWT, now: number): number {
  const { auth_time: start } = token
  const lifetime = ownLifetime(token) ?? usualLifetime(settings)
  return now + timeLeft(settings, lifetime, typeof start === "number" ? now - start : undefined)
}

async function encodeWith({ settings, site, cookieTable }: Visit, token: JWT, life: { now: number; maxAge: number }) {
  const salt = cookieTable.sessionToken.name
  const { encode } = settings.jwt
  if (encode) return encode({ token, secret: settings.secrets, salt, maxAge: life.maxAge })
  return sealToken(settings.tokenForms, token, { salt, site: audienceOf(site, cookieTable), ...life })
}

function decodeWith({ settings, site, cookieTable }: Visit, sealed: string): Awaitable<JWT | null> {
  const salt = cookieTable.sessionToken.name
  if (settings.jwt.decode) return decodeByHost(settings, sealed, salt)
  const now = Math.floor(settings.now() / 1000)
  return openToken(settings.tokenForms, sealed, { salt, site: audienceOf(site, cookieTable), now })
}

// A cookie that the configuration shares with a domain is for all of its sites
function audienceOf({ url }: Site, { sessionToken }: CookiesOptions): string {
  const { domain } = sessionToken.options
  return domain === undefined ? url : `.${domain.replace(/^\./, "")}`
}

async function decodeByHost(settings: Settings, token: string, salt: string): Promise<JWT | null> {
  try {
    return (await settings.jwt.decode?.({ token, secret: settings.secrets, salt })) ?? null
  } catch (error) {
    settings.logger.debug("jwt.decode refused the session cookie", { error })
    return null
  }
}
