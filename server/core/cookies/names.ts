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

/**
 * Name of the cookie that changes with every sign-in, sign-out and update. A page compares it to detect changes in
 * other tabs.
 */
export const VERSION_COOKIE = "latchkit.version"
/** Name of the cookie that stores the provider of the last successful sign-in. */
export const LAST_USED_COOKIE = "latchkit.last-used"

/** Name of the cookie that stores the address for which this browser requested an email. */
export const EMAIL_COOKIE = "latchkit.email"

/** Name of the cookie that stores the address of a rejected form, so that the user doesn't have to type it again. */
export const FORM_PREFILL_COOKIE = "latchkit.typed"

/** Name of the cookie that stores the "Keep me signed in" choice while a sign-in is retried. */
export const REMEMBER_COOKIE = "latchkit.remember"

/** Name of the cookie that stores the provider of the session, if its own session should end too. */
export const SESSION_PROVIDER_COOKIE = "latchkit.opened-by"

/**
 * Names of the cookies that bind a sign-in, and a passkey ceremony, to its browser. Each has one, because a page may
 * request a passkey's options while its form is being sent.
 */
export const BINDING_COOKIES = { signIn: "latchkit.flow", passkey: "latchkit.ceremony" } as const

export type BindingPurpose = keyof typeof BINDING_COOKIES

/** Seconds that they live: as long as an emailed link, which is the longest that a sign-in can take. */
export const BINDING_MAX_AGE = 60 * 60

/** Name of the cookie of a sign-in that waits for a step. */
export const ATTEMPT_COOKIE = "latchkit.attempt"

/** Name of the cookie of a browser whose account chooser is open. */
export const FEDCM_COOKIE = "latchkit.fedcm"

/** Name of the cookie of a browser that signs up, or resets a password. */
export const PENDING_COOKIE = "latchkit.pending"

/** Name of the cookie that stores a sign-out while the user is at the provider. */
export const END_SESSION_COOKIE = "latchkit.leaving"

/** Name of the cookie with the keys of sealed sessions that signed out in this browser. */
export const ENDED_SESSIONS_COOKIE = "latchkit.ended"

/** Name of the cookie of a browser that needs no second factor for a while. */
export const TRUSTED_DEVICE_COOKIE = "latchkit.device"

/** Name of the cookies that keep the sessions of a browser's other accounts. Each ends with the account's id. */
export const KEPT_ACCOUNT_COOKIE = "latchkit.account"

/** Name of the cookie that the kept accounts of a browser are bound to. */
export const ACCOUNTS_BROWSER_COOKIE = "latchkit.accounts"

/** Name of the cookie of an administrator who acts as a user. */
export const IMPERSONATION_COOKIE = "latchkit.impersonation"

/** Name of the cookie of a browser that recently proved the key to which its session is bound. */
export const BOUND_COOKIE = "latchkit.bound"

/** Name of the cookie of a browser that signed in by a server action, and hasn't been asked to register a key yet. */
export const REGISTRATION_COOKIE = "latchkit.registration"

/** Returns a name with the prefix that stops sibling hosts from setting it (RFC 6265bis, section 4.1.3.2). */
export function prefixedCookieName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name
}

/**
 * Returns one of Latchkit's own cookies, for the whole site, unreadable for scripts. Without `maxAge` it ends with the
 * browser.
 */
export function ownCookie(name: InternalCookieName, secure: boolean, maxAge?: number): CookieOption {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure } as const
  return { name: prefixedCookieName(name, secure), options: maxAge === undefined ? options : { ...options, maxAge } }
}

/** Returns Latchkit's name of a cookie. */
export function cookieName(key: CookieKey, secure: boolean): string {
  return prefixedCookieName(NAMES[key][0], secure)
}

export type CookieOverrides = { [Key in CookieKey]?: Partial<CookieOption> | undefined }

/**
 * Returns the name and options of every cookie, for a site that is `secure` or not. The app's options override the
 * defaults; undefined values are ignored. A preset has the names of another library's cookies.
 */
export function cookieTables(
  overrides?: CookieOverrides,
  toName?: typeof cookieName,
): (site: { readonly secure: boolean }) => CookiesOptions {
  const secureTable = cookieTable(true, overrides, toName)
  const plainTable = cookieTable(false, overrides, toName)
  return (site) => (site.secure ? secureTable : plainTable)
}

function cookieTable(secure: boolean, overrides: CookieOverrides = {}, toName = cookieName): CookiesOptions {
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
