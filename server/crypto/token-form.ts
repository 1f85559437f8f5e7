import type { Awaitable } from "../types.ts"
import { mapAwaitable } from "./then.ts"
import type { JWT } from "./jwt-types.ts"
import { openClaims, sealClaims } from "./jwt.ts"
import type { Keyring } from "./keyring.ts"

/** One way of sealing session tokens: under which keys, and whether a token names the site that it is for. */
export interface TokenForm {
  readonly keyring: Keyring
  /** Keeps a token of one app out of another that shares its secret and cookie names (RFC 8725, section 3.9). */
  readonly namesSite: boolean
  /** The HKDF salt, if it isn't the cookie's name: next-auth 4 uses none for sessions. @default the cookie's name */
  readonly salt?: string
}

interface SaltSource {
  /** The cookie's name. */
  salt: string
  /** Seconds since the epoch. */
  now: number
}

export interface SealTokenOptions extends SaltSource {
  /** What the token is for: the site's URL, or `.` and the domain that shares the cookie. */
  site: string
  maxAge: number
}

export interface OpenTokenOptions extends SaltSource {
  /** Whether a token with this `aud` claim is for the site that asks. */
  isForSite(audience: unknown): boolean
}

/** Names the session in all of its tokens. Some encoders, Auth.js's among them, give each token another `jti`. */
export function readSessionKey({ session_key: key, jti }: JWT): string | undefined {
  return typeof key === "string" ? key : typeof jti === "string" ? jti : undefined
}

/** When the session began, in seconds. A token of Auth.js doesn't say it, so its session is as old as the token at least. */
export function startOf({ auth_time: start, iat }: JWT): number | undefined {
  return typeof start === "number" ? start : typeof iat === "number" ? iat : undefined
}

/** Whether an `aud` claim names a site, or the domain of several, instead of an audience of the app's own. */
export function isSiteAudience(audience: unknown): boolean {
  return typeof audience === "string" && /^(?:\.|https?:)/.test(audience)
}

/** Seals a session token in the first of `forms`. */
export async function sealToken(
  [form]: readonly TokenForm[],
  token: JWT,
  { site, ...life }: SealTokenOptions,
): Promise<string> {
  if (!form) throw new TypeError("No form to seal a session token in")
  const salt = form.salt ?? life.salt
  return sealClaims(form.namesSite ? { ...token, aud: site } : token, { keyring: form.keyring, ...life, salt })
}

/** Opens a session token that was sealed in any of `forms`. Returns `null` for anything else and for another site's token. */
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
