import { base64url, randomBytes } from "../crypto/bytes.ts"
import type { SessionStrategyName } from "./callbacks.ts"

const ONE_DAY = 24 * 60 * 60

/**
 * The part of the `session` option that the core reads. `SessionOptions` of `service/config.ts` adds those of the
 * features.
 * @internal
 */
export interface CoreSessionOptions<Strategy extends SessionStrategyName = SessionStrategyName> {
  /**
   * Where sessions are: in your database, or sealed in the cookie.
   * @default "database" with an adapter, otherwise "jwt"
   */
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
  /** Also reads the session token from `Authorization: Bearer`. @default true with `nativeApps`, otherwise false */
  bearer?: boolean | undefined
  /**
   * Returns a session token with at least 128 random bits. Latchkit appends the site, and when and how the user
   * signed in.
   *
   * @default a base64url string of 32 random bytes
   */
  generateSessionToken?: (() => string) | undefined
}

/** Options for users who don't stay signed in. Their cookie ends with the browser, and their session soon after. */
export interface RememberOptions {
  /** Seconds until such a session expires when it is idle. @default 86_400 (1 day) */
  shortMaxAge?: number | undefined
  /** Whether the checkbox is checked at first. It also applies if the form has no checkbox. @default false */
  checked?: boolean | undefined
}

/** {@link CoreSessionOptions} with every default filled in. Times are in seconds. */
export interface SessionSettings {
  readonly strategy: SessionStrategyName
  readonly maxAge: number
  readonly updateAge: number
  readonly absoluteMaxAge: number | undefined
  readonly bearer: boolean
  /** How many accounts a browser may be signed in to at once. */
  readonly maxAccounts: number
  /** `undefined` if users can't choose whether to stay signed in. */
  readonly remember: { readonly shortMaxAge: number; readonly checked: boolean } | undefined
  generateSessionToken(): string
}

interface SessionConfig {
  session?: CoreSessionOptions | undefined
  jwt?: { maxAge?: number | undefined } | undefined
}

interface SessionFacts {
  hasAdapter: boolean
  /** Whether a feature sends session tokens in `Authorization`. */
  sendsBearer: boolean
}

/** Fills in what the option leaves out. */
export function sessionSettings(
  { session = {}, jwt = {} }: SessionConfig,
  { hasAdapter, sendsBearer }: SessionFacts,
): SessionSettings {
  const strategy = session.strategy ?? (hasAdapter ? "database" : "jwt")
  const maxAge = session.maxAge ?? (strategy === "jwt" ? jwt.maxAge : undefined) ?? 30 * ONE_DAY
  return {
    strategy,
    maxAge,
    // At most a quarter of `maxAge`, so that a user who is away for less than three quarters of it stays signed in
    updateAge: Math.min(session.updateAge ?? Math.min(ONE_DAY, maxAge / 10), maxAge / 4),
    absoluteMaxAge: session.absoluteMaxAge,
    bearer: session.bearer === undefined ? sendsBearer : session.bearer === true,
    maxAccounts: session.maxAccounts ?? 1,
    remember: rememberSettings(session.remember),
    generateSessionToken: session.generateSessionToken ?? (() => base64url(randomBytes(32))),
  }
}

function rememberSettings(remember: boolean | RememberOptions | undefined): SessionSettings["remember"] {
  if (!remember) return undefined
  const { shortMaxAge = ONE_DAY, checked = false } = remember === true ? {} : remember
  return { shortMaxAge, checked }
}
