/** Cookie attributes, as in the `cookie` package. */
export interface CookieOptions {
  /** Seconds. */
  maxAge?: number | undefined
  /** The date after which the browser deletes the cookie. */
  expires?: Date | undefined
  /** The domain that gets the cookie, with its subdomains. @default the host alone */
  domain?: string | undefined
  /** The path that gets the cookie. @default "/" */
  path?: string | undefined
  /** Hides the cookie from scripts. @default true */
  httpOnly?: boolean | undefined
  /** Sends the cookie over https only. @default true if the site is on https */
  secure?: boolean | undefined
  /** Keeps a separate cookie for each site that embeds yours (CHIPS). @default false */
  partitioned?: boolean | undefined
  /** A browser with too many cookies deletes those of a lower priority first. @default none */
  priority?: "low" | "medium" | "high" | undefined
  /** Whether other sites' requests have the cookie. @default "lax" */
  sameSite?: boolean | "lax" | "strict" | "none" | undefined
  /** Encodes the value. @default encodeURIComponent */
  encode?: ((value: string) => string) | undefined
}

/** A cookie's name and options. Omitted options keep their defaults. */
export interface CookieOption {
  /** The cookie's name. */
  name: string
  /** The cookie's attributes. */
  options: CookieOptions
}

/** A cookie that the `cookies` option can change. */
export type CookieKey =
  | "callbackUrl"
  | "csrfToken"
  | "nonce"
  | "pkceCodeVerifier"
  | "sessionToken"
  | "state"
  | "webauthnChallenge"

/** The `cookies` option: names and attributes of cookies. */
export type CookiesOptions = Record<CookieKey, CookieOption>

/** A cookie to set. An empty value with `maxAge: 0` clears it. */
export interface SetCookie {
  name: string
  value: string
  options: CookieOptions
}
