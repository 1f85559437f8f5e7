import type { SessionStrategyName } from "./callbacks.ts"

/** The `session` option: the strategy, and how long a session lives. */
export interface SessionOptions<Strategy extends SessionStrategyName = SessionStrategyName> {
  /** Where sessions are: in your database, or sealed in the cookie. @default "database" with an adapter, otherwise "jwt" */
  strategy?: Strategy | undefined
  /** Seconds until an unused session, its cookie and its token expire. @default 2_592_000 (30 days) */
  maxAge?: number | undefined
  /**
   * Seconds between two extensions of a session; 0 extends it on every read. At most a quarter of `maxAge` counts.
   *
   * @default 86_400 (1 day), or a tenth of `maxAge` if that is less
   */
  updateAge?: number | undefined
  /**
   * Seconds from sign-in after which a session expires, even if it is used. Also applies to sessions that are already
   * open. If neither the adapter nor the token knows when such a session began, it is no longer extended.
   *
   * @default none
   */
  absoluteMaxAge?: number | undefined
  /** Lets the user choose whether to stay signed in. @default off: every user stays signed in */
  remember?: boolean | RememberOptions | undefined
  /**
   * How many accounts a browser may be signed in to at once, from 1 to 8. With more than one, a second sign-in adds an
   * account, and the user can switch between them.
   *
   * @default 1
   */
  maxAccounts?: number | undefined
  /**
   * Binds each new session to a key of the browser, where the browser supports it (Device Bound Session Credentials). A
   * copied cookie then stops working within `maxAge`. Needs an adapter with account records.
   *
   * @default false
   */
  deviceBound?: boolean | DeviceBoundOptions | undefined
  /** Also reads the session token from `Authorization: Bearer`. @default true with `nativeApps`, otherwise false */
  bearer?: boolean | undefined
  /**
   * Returns a session token with at least 128 random bits. Latchkit appends when and how the user signed in.
   *
   * @default a base64url string of 32 random bytes
   */
  generateSessionToken?: (() => string) | undefined
}

/** Options for sessions that are bound to a key of the browser. */
export interface DeviceBoundOptions {
  /** Seconds that a copied cookie works at most, from 300 to 86_400. The browser proves its key this often. @default 600 */
  maxAge?: number | undefined
}

/** Options for users who don't stay signed in. Their cookie ends with the browser, and their session soon after. */
export interface RememberOptions {
  /** Seconds until such a session expires when it is idle. @default 86_400 (1 day) */
  shortMaxAge?: number | undefined
  /** Whether the checkbox is checked at first. It also applies if the form has no checkbox. @default false */
  checked?: boolean | undefined
}
