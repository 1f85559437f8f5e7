import type { Settings } from "../config/settings.ts"
import { MAX_VALUE_LENGTH, writeChunked } from "../cookies/jar.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { JWT } from "../crypto/jwt-types.ts"
import { AuthError } from "../../errors.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { defaultLifetime, withExpiry } from "./lifetime.ts"
import { encodeSession } from "./session-jwt.ts"
import { boundedClaims, tokenLifetime } from "./token-claims.ts"

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
