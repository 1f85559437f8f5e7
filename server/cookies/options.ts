/** Cookie attributes, as in the `cookie` package. */
export interface CookieOptions {
  /** Seconds. */
  maxAge?: number | undefined
  expires?: Date | undefined
  domain?: string | undefined
  path?: string | undefined
  httpOnly?: boolean | undefined
  secure?: boolean | undefined
  partitioned?: boolean | undefined
  priority?: "low" | "medium" | "high" | undefined
  sameSite?: boolean | "lax" | "strict" | "none" | undefined
  encode?: ((value: string) => string) | undefined
}

/** A cookie's name and options. Omitted options keep their defaults. */
export interface CookieOption {
  name: string
  options: CookieOptions
}

/** A cookie that the `cookies` option can change. */
export type CookieKey =
  "callbackUrl" | "csrfToken" | "nonce" | "pkceCodeVerifier" | "sessionToken" | "state" | "webauthnChallenge"

/** The `cookies` option: names and attributes of cookies. */
export type CookiesOptions = Record<CookieKey, CookieOption>

/** A cookie to set. An empty value with `maxAge: 0` clears it. */
export interface SetCookie {
  name: string
  value: string
  options: CookieOptions
}
