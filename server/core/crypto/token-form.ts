import type { Awaitable } from "../../types.ts"
import { mapAwaitable } from "./then.ts"
import type { JWT } from "./jwt-types.ts"
import { openClaims, sealClaims } from "./jwt.ts"
import type { Keyring } from "./keyring.ts"

/** A format of session tokens: which keys seal them, and whether a token names its site. */
export interface TokenForm {
  readonly keyring: Keyring
  /** Keeps a token out of another app with the same secret and cookie names (RFC 8725, section 3.9). */
  readonly namesSite: boolean
  /**
   * The HKDF salt, if it isn't the cookie's name. next-auth 4 uses an empty one for sessions.
   *
   * @default the cookie's name
   */
  readonly salt?: string
}

interface SaltSource {
  /** The cookie's name. */
  salt: string
  /** Seconds since the epoch. */
  now: number
}

export interface SealTokenOptions extends SaltSource {
  /** The site that the token is for: its URL, or `.` and the domain that shares the cookie. */
  site: string
  /** Seconds until the token expires. */
  maxAge: number
}

export interface OpenTokenOptions extends SaltSource {
  /** Returns whether a token with this `aud` claim is for the current site. */
  isForSite(audience: unknown): boolean
}

/**
 * Returns the key that all tokens of one session share. Some encoders, such as Auth.js's, change `jti` with each
 * token.
 */
export function readSessionKey({ session_key: key, jti }: JWT): string | undefined {
  return typeof key === "string" ? key : typeof jti === "string" ? jti : undefined
}

/**
 * Returns when the session began, in seconds since the epoch. An Auth.js token doesn't contain it, so its `iat`
 * counts.
 */
export function startClaim({ auth_time: start, iat }: JWT): number | undefined {
  return typeof start === "number" ? start : typeof iat === "number" ? iat : undefined
}

/** Returns whether an `aud` claim names a site or a shared domain, instead of an audience of the app's own. */
export function isSiteAudience(audience: unknown): boolean {
  return typeof audience === "string" && /^(?:\.|https?:)/.test(audience)
}

/** Seals a session token in the first of `forms`. */
export async function sealToken(
  [form]: readonly TokenForm[],
  token: JWT,
  { site, ...life }: SealTokenOptions,
): Promise<string> {
  if (!form) throw new TypeError("`wire.tokenForms` returned no form to seal a session token")
  const salt = form.salt ?? life.salt
  return sealClaims(form.namesSite ? { ...token, aud: site } : token, { keyring: form.keyring, ...life, salt })
}

/** Opens a session token in any of `forms`. Returns `null` for another site's token and for anything else. */
export function openToken(
  [form, ...others]: readonly TokenForm[],
  sealed: string,
  options: OpenTokenOptions,
): Awaitable<JWT | null> {
  if (!form) return null
  const { keyring, namesSite } = form
  const { now, isForSite } = options
  const salt = form.salt ?? options.salt
  return mapAwaitable(openClaims(sealed, { keyring, salt, now, again: true }), (claims) => {
    if (!claims) return openToken(others, sealed, options)
    if (!namesSite) return claims
    const { aud, ...token } = claims
    return isForSite(aud) ? token : null
  })
}
