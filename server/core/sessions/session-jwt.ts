import type { Awaitable } from "../../types.ts"
import { CLOCK_TOLERANCE } from "../crypto/jwt.ts"
import type { JWT } from "../crypto/jwt-types.ts"
import { isSiteAudience, openToken, sealToken } from "../crypto/token-form.ts"
import { withTimeout } from "../crypto/with-timeout.ts"
import { asError, AuthError } from "../../errors.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { sessionAudience } from "../config/site.ts"
import type { Settings } from "../config/settings.ts"
import { MAX_VALUE_LENGTH, writeChunked } from "../cookies/jar.ts"
import type { SetCookie } from "../cookies/options.ts"
import { defaultLifetime, withExpiry } from "./lifetime.ts"
import { boundedClaims, tokenLifetime } from "./token-claims.ts"

interface TokenLifetime {
  /** Seconds since the epoch. */
  now: number
  /** Seconds. */
  maxAge: number
}

/** Seals a session token, with the app's `jwt.encode` if it has one. */
export async function encodeSession(
  context: RequestContext,
  token: JWT,
  { now, maxAge }: TokenLifetime,
): Promise<string> {
  const { settings, cookieTable } = context
  const salt = cookieTable.sessionToken.name
  const site = sessionAudience(context)
  const { encode } = settings.jwt
  if (!encode) return sealToken(settings.tokenForms, token, { salt, site, now, maxAge })
  // Auth.js passes the token unchanged. An `encode` that only signs it then has neither an end nor a site
  const claims = settings.rules.bareTokens ? token : { ...token, iat: now, exp: now + maxAge, aud: site }
  const sealing = encode({ token: claims, secret: settings.jwt.secret, salt, maxAge })
  const sealed: unknown = await withTimeout("`jwt.encode`", sealing)
  if (typeof sealed === "string" && sealed !== "") return sealed
  throw new AuthError("JWTSessionError", `\`jwt.encode\` returned ${describeValue(sealed)}. Return a non-empty string`)
}

/**
 * Opens a session token, with the app's `jwt.decode` if it has one. Returns `null` if it isn't a live session of this
 * site.
 */
export function decodeSession(context: RequestContext, sealed: string): Awaitable<JWT | null> {
  const { settings, cookieTable } = context
  const { encode, decode } = settings.jwt
  if (decode) return decodeWithApp(context, sealed)
  const salt = cookieTable.sessionToken.name
  const site = sessionAudience(context)
  // An app that only has an `encode` may have left the site out of the token
  const isForSite = (audience: unknown) => audience === site || (encode !== undefined && audience === undefined)
  return openToken(settings.tokenForms, sealed, { salt, isForSite, now: nowInSeconds(context) })
}

async function decodeWithApp(context: RequestContext, token: string): Promise<JWT | null> {
  const { settings, cookieTable } = context
  try {
    const { decode, secret } = settings.jwt
    const opening = decode?.({ token, secret, salt: cookieTable.sessionToken.name })
    const decodedToken: unknown = await withTimeout("`jwt.decode`", opening)
    return decodedToken === null ? null : requireUnexpiredToken(context, decodedToken)
  } catch (error) {
    settings.logger.debug(`\`jwt.decode\` rejected the session cookie: ${asError(error).message}`)
    return null
  }
}

function requireUnexpiredToken(context: RequestContext, found: unknown): JWT | null {
  const { settings } = context
  if (typeof found !== "object" || found === null || Array.isArray(found))
    return rejectToken(context, describeValue(found))
  const { aud, ...token } = found as JWT // a token is an object
  const { exp } = token
  // Auth.js accepts a token that never expires. Sealing it again, which happens at once, gives it an end
  const endless = exp === undefined && settings.rules.bareTokens
  if (!endless && !Number.isFinite(exp)) return rejectToken(context, `a token whose \`exp\` is ${describeValue(exp)}`)
  if (!endless && Number(exp) <= nowInSeconds(context) - CLOCK_TOLERANCE) return null
  if (settings.rules.bareTokens) return found as JWT // as above
  if (aud === sessionAudience(context)) return token
  return isSiteAudience(aud) ? null : (found as JWT) // as above; an audience of the app's own is the app's to check
}

function rejectToken({ settings }: RequestContext, found: string): null {
  const instruction = "Return an object whose `exp` is a number of seconds since the epoch, or null"
  settings.logger.error(new AuthError("JWTSessionError", `\`jwt.decode\` returned ${found}. ${instruction}`))
  return null
}

const nowInSeconds = ({ settings }: RequestContext) => Math.floor(settings.now() / 1000)

function describeValue(value: unknown): string {
  return Array.isArray(value)
    ? "a list"
    : typeof value === "object" && value
      ? "an object"
      : (JSON.stringify(value) ?? "undefined")
}

interface WriteOptions {
  /** Seconds since the epoch. */
  now: number
  maxAge: number
  isUpdate: boolean
}

/**
 * Seals a token and returns its cookies.
 *
 * @throws {AuthError} `JWTSessionError` if the token is too long for them
 */
export async function writeToken(context: RequestContext, claims: JWT, life: WriteOptions): Promise<SetCookie[]> {
  const { settings, cookies, cookieTable } = context
  const sealed = await encodeSession(context, boundedClaims(claims), life)
  if (sealed.length > MAX_VALUE_LENGTH) throw tokenTooLongError(sealed.length, life)
  const expires = new Date((life.now + life.maxAge) * 1000)
  const { name, options } = cookieTable.sessionToken
  const option = { name, options: withExpiry(options, lifetimeFor(settings, claims), expires) }
  const set = writeChunked(cookies, option, sealed)
  if (set.filter(({ value }) => value !== "").length > 2) settings.logger.warn("large-session")
  return set
}

function tokenTooLongError(length: number, { isUpdate }: WriteOptions): AuthError {
  const problem = `The session takes ${length} characters, but only ${MAX_VALUE_LENGTH} fit in its cookies`
  return new AuthError("JWTSessionError", `${problem}. Store less in the token`, isUpdate ? { status: 413 } : undefined)
}

export const lifetimeFor = (settings: Settings, token: JWT) => tokenLifetime(token) ?? defaultLifetime(settings)
