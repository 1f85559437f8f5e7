import type { InternalCookieName } from "../crypto/bindings.ts"
import type { CookieKey, CookieOption, CookieOptions, CookiesOptions } from "./options.ts"

/** Seconds that the cookies of one sign-in attempt live. */
export const CHECK_MAX_AGE = 15 * 60

const NAMES = {
  sessionToken: ["latchkit.session-token"],
  callbackUrl: ["latchkit.callback-url"],
  csrfToken: ["latchkit.csrf-token"],
  pkceCodeVerifier: ["latchkit.pkce.code_verifier", CHECK_MAX_AGE],
  state: ["latchkit.state", CHECK_MAX_AGE],
  nonce: ["latchkit.nonce", CHECK_MAX_AGE],
  webauthnChallenge: ["latchkit.challenge", CHECK_MAX_AGE],
} as const satisfies Record<CookieKey, readonly [name: string, maxAge?: number]>

/** Name of the cookie that changes with every sign-in, sign-out and update, so that a page notices one made elsewhere. */
export const VERSION_COOKIE = "latchkit.version"
/** Name of the cookie that remembers the provider of the last sign-in that succeeded. */
export const LAST_USED_COOKIE = "latchkit.last-used"

/** Name of the cookie that tells which address this browser has asked a sign-in mail for. */
export const EMAIL_COOKIE = "latchkit.email"

/** Name of the cookie that keeps the address of a refused form, so that it need not be typed again. */
export const FORM_PREFILL_COOKIE = "latchkit.typed"

/** Name of the cookie that keeps the box as it was left while a sign-in is tried again. */
export const REMEMBER_COOKIE = "latchkit.remember"

/** Name of the cookie that tells which provider opened the session, where it is to end its own with it. */
export const SESSION_PROVIDER_COOKIE = "latchkit.opened-by"

/** Name of the cookie that binds a sign-in to its browser if the app renamed the CSRF cookie to a name without `__Host-`. */
export const BROWSER_BINDING_COOKIE = "latchkit.flow"

/** Name of the cookie that remembers a sign-out while its visitor is at the provider. */
export const END_SESSION_COOKIE = "latchkit.leaving"

/** Name of the cookie with the keys of sealed sessions that were signed out in this browser. */
export const ENDED_SESSIONS_COOKIE = "latchkit.ended"

/** A name with the prefix that makes browsers refuse it from a sibling host (RFC 6265bis, section 4.1.3.2). */
export function prefixedCookieName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name
}

/** A further cookie of the service's own: with the whole site, for no script to read. Without `maxAge` it ends with the browser. */
export function ownCookie(name: InternalCookieName, secure: boolean, maxAge?: number): CookieOption {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure } as const
  return { name: prefixedCookieName(name, secure), options: maxAge === undefined ? options : { ...options, maxAge } }
}

/** Our name of a cookie. */
export function cookieName(key: CookieKey, secure: boolean): string {
  return prefixedCookieName(NAMES[key][0], secure)
}

export type CookieOverrides = { [Key in CookieKey]?: Partial<CookieOption> | undefined }

/** Names and options of every cookie, the host's laid over the defaults; undefined values are ignored. */
export function cookieTable(
  secure: boolean,
  overrides: CookieOverrides = {},
  toName: typeof cookieName = cookieName,
): CookiesOptions {
  const row = (key: CookieKey): CookieOption => {
    const [, maxAge] = NAMES[key]
    const defaults: CookieOptions = { httpOnly: true, sameSite: "lax", path: "/", secure }
    const theirs = overrides[key]
    return {
      name: theirs?.name ?? toName(key, secure),
      options: { ...defaults, ...(maxAge && { maxAge }), ...withoutUndefined(theirs?.options ?? {}) },
    }
  }
  return {
    sessionToken: row("sessionToken"),
    callbackUrl: row("callbackUrl"),
    csrfToken: row("csrfToken"),
    pkceCodeVerifier: row("pkceCodeVerifier"),
    state: row("state"),
    nonce: row("nonce"),
    webauthnChallenge: row("webauthnChallenge"),
  }
}

function withoutUndefined(options: CookieOptions): CookieOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}
