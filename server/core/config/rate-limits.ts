import type { Awaitable } from "../../types.ts"
import { isDevelopment, nonEmptyValues, type Env } from "./env.ts"

/** At most `points` requests in `seconds`. */
export interface Limit {
  /** Requests in one window. */
  points: number
  /** Length of the window in seconds. Windows are aligned, so a window of an hour starts on the hour. */
  seconds: number
}

/** A kind of request with its own limit. */
export type LimitKind = keyof typeof LIMITS

/**
 * The default limits. They let hundreds of users behind one address sign in, and make guessing slow. An attempt that
 * succeeds doesn't count against its address.
 *
 * They count per window, and only time resets them. NIST SP 800-63B-4, section 3.2.2, also requires at most 100
 * consecutive failures per account, however long they take. Only the app's `authorize` can count those, because it
 * stores the passwords.
 */
export const LIMITS = {
  /** Sign-ins started at an identity provider, per client address. */
  signIn: { points: 300, seconds: 300 },
  /** Wrong passwords, per client address. */
  credentials: { points: 100, seconds: 900 },
  /** Password attempts for one user, per client address, or per browser in which that user signed in before. */
  credentialsFor: { points: 20, seconds: 900 },
  /** Password attempts for one user, from all other browsers together. */
  credentialsAnywhere: { points: 50, seconds: 3600 },
  /** Password attempts for one user, from all browsers together in which that user signed in before. */
  credentialsKnown: { points: 100, seconds: 3600 },
  /** Emails, per client address. An email whose link or code was used in the same browser doesn't count. */
  email: { points: 30, seconds: 900 },
  /**
   * Emails of all kinds to one mailbox. Case, dots and tags, such as in `Ada.L+news@…`, make no other mailbox. Security
   * emails don't count.
   */
  emailTo: { points: 5, seconds: 900 },
  /** Further emails to one mailbox, for a browser that requested one of the latest. */
  emailAgain: { points: 2, seconds: 900 },
  /** Further emails to one mailbox, from all browsers together in which its owner signed in before. */
  emailKnown: { points: 5, seconds: 900 },
  /**
   * Security emails of one kind to one mailbox. No other email counts against them, and they count against no other.
   */
  securityEmail: { points: 20, seconds: 24 * 60 * 60 },
  /** Wrong emailed codes, per client address. `CODE_ATTEMPT_LIMITS` always apply too. */
  code: { points: 50, seconds: 900 },
  /** Failed uses of emailed links, per client address. */
  link: { points: 300, seconds: 900 },
  /** Uses of emailed links for one mailbox, from browsers that didn't request one. */
  linkTo: { points: 100, seconds: 900 },
  /** Uses of one emailed link, in the browser that requested it. */
  linkFor: { points: 100, seconds: 900 },
  /** Failed forms of a paused sign-in, per client address. Each factor has limits of its own too. */
  step: { points: 100, seconds: 900 },
  /** Passkey ceremonies, per client address. */
  passkey: { points: 300, seconds: 300 },
} as const satisfies Record<string, Limit>

/** Kinds that are counted per client address. */
export type AddressLimit = keyof typeof UNKNOWN_ADDRESS_FACTORS

/**
 * Clients whose address is unknown share one limit: the limit of one address, times this factor. The factor is larger
 * for requests that can't be used to guess.
 */
export const UNKNOWN_ADDRESS_FACTORS = {
  signIn: 100,
  credentials: 10,
  email: 10,
  code: 4,
  link: 10,
  step: 10,
  passkey: 100,
} as const satisfies Partial<Record<LimitKind, number>>

/** How often emailed codes may be tried. These limits also apply in development, and no option changes them. */
export const CODE_ATTEMPT_LIMITS = {
  /** Attempts at one email's code. */
  perEmail: 5,
  /**
   * Attempts at all codes sent to one address, in a day. Browsers in which its owner signed in before have as many of
   * their own.
   */
  perAddressAndDay: 20,
} as const

/**
 * How often a user's second factors may be tried, all factors together. These limits also apply in development, and no
 * option changes them. A correct password resets none of them.
 */
export const FACTOR_ATTEMPT_LIMITS = {
  /** Attempts from one browser in which the user signed in before. */
  knownBrowser: { points: 10, seconds: 900 },
  /** Attempts from all browsers together in which the user signed in before. */
  known: { points: 100, seconds: 24 * 60 * 60 },
  /** Attempts from all other browsers together. */
  anywhere: { points: 20, seconds: 24 * 60 * 60 },
  /**
   * Attempts at one-time codes since the user's last success, from known browsers and from all others, 50 each. NIST SP
   * 800-63B-4, section 3.2.2, allows at most 100 failures in a row.
   */
  inARow: 50,
} as const

/**
 * A limiter of `rate-limiter-flexible`, or one that behaves the same: `consume` rejects with `{ msBeforeNext }` if no
 * points are left. Without `reward`, which gives a point back, attempts that succeed count too.
 */
export interface RateLimiter {
  consume(key: string): PromiseLike<unknown>
  reward?(key: string): PromiseLike<unknown>
}

/** The `rateLimit` option: limits, where they are counted, and by which address. */
export interface RateLimitOptions {
  /** Limits that replace the default ones. */
  limits?: Partial<Record<LimitKind, Limit>> | undefined
  /**
   * Creates the limiter of a kind, such as one over Redis that several instances share:
   * `({ keyPrefix, points, duration }) => new RateLimiterRedis({ storeClient: redis, keyPrefix, points, duration })`.
   * `duration` is in seconds. Latchkit keeps the limiter, and creates another one only if it fails.
   *
   * @default the adapter counts if it has `increment` (Latchkit's own have it), otherwise the memory of the process
   */
  store?: ((options: { keyPrefix: string; points: number; duration: number }) => RateLimiter) | undefined
  /**
   * The number of your proxies that append to `X-Forwarded-For`. The client's address is that many entries from the
   * header's end. With 0 the header is ignored, and the connection's address counts.
   *
   * @default AUTH_TRUSTED_PROXIES, or 1 on Vercel and Cloudflare Pages, or 0
   */
  trustedProxies?: number | undefined
  /** Returns the client's address if your platform has its own header for it. Takes precedence over everything else. */
  address?: ((headers: Headers) => Awaitable<string | undefined>) | undefined
}

/** The `rateLimit` option with its defaults filled in. */
export interface RateLimitSettings extends RateLimitOptions {
  readonly trustedProxies: number
  /** The option or variable that decided `trustedProxies`; `undefined` if none did. */
  readonly proxiesFrom: TrustedProxiesSource | undefined
  /** Whether the framework's integration passes on the address of the connection. */
  readonly hasConnection: boolean
}

type TrustedProxiesSource = "rateLimit.trustedProxies" | "AUTH_TRUSTED_PROXIES" | "VERCEL" | "CF_PAGES"

/** Fills in what the option leaves out. Returns `false` if rate limiting is off. */
export function rateLimitSettings(
  rateLimit: RateLimitOptions | false | undefined,
  { env, hasConnection = true }: { env: Env; hasConnection?: boolean | undefined },
): RateLimitSettings | false {
  const options = rateLimit ?? (isDevelopment(env) ? false : {})
  return options && { ...options, ...trustedProxySettings(options, env), hasConnection }
}

function trustedProxySettings(
  { trustedProxies }: RateLimitOptions,
  env: Env,
): Pick<RateLimitSettings, "trustedProxies" | "proxiesFrom"> {
  if (trustedProxies !== undefined) return { trustedProxies, proxiesFrom: "rateLimit.trustedProxies" }
  const [variable] = nonEmptyValues([env["AUTH_TRUSTED_PROXIES"]])
  if (variable !== undefined) return { trustedProxies: Number(variable), proxiesFrom: "AUTH_TRUSTED_PROXIES" }
  const platform = (["VERCEL", "CF_PAGES"] as const).find((name) => env[name])
  return { trustedProxies: platform ? 1 : 0, proxiesFrom: platform }
}

/** The source of the client's address, by which requests are counted. */
export type AddressSource = "option" | "header" | "connection" | "nowhere"

/** Returns where the client's address comes from. */
export function addressSource({ address, trustedProxies, hasConnection }: RateLimitSettings): AddressSource {
  if (address) return "option"
  if (trustedProxies > 0) return "header"
  return hasConnection ? "connection" : "nowhere"
}
