import type { Awaitable } from "../types.ts"

/** At most `points` requests in `seconds`. */
export interface Limit {
  points: number
  /** Length of the window in seconds. Windows are aligned: one of an hour starts on the hour. */
  seconds: number
}

/** A kind of request that has a limit of its own. */
export type LimitKind = keyof typeof LIMITS

/**
 * The default limits. They let a company behind one address sign in by the hundred, and make guessing slow.
 *
 * They count per window, and only time resets them. NIST SP 800-63B-4, section 3.2.2, also asks for at most 100 consecutive
 * failures per account, whatever time they take. Only the app's `authorize` can count those, because it stores the passwords.
 */
export const LIMITS = {
  /** Sign-ins started at an identity provider, per client address. */
  signIn: { points: 300, seconds: 300 },
  /** Passwords, per client address. */
  credentials: { points: 100, seconds: 900 },
  /** Passwords for one user, per client address, or per browser in which that user signed in before. */
  credentialsFor: { points: 20, seconds: 900 },
  /** Passwords for one user, from all other browsers together. */
  credentialsAnywhere: { points: 50, seconds: 3600 },
  /** Passwords for one user, from all browsers together in which that user signed in before. */
  credentialsKnown: { points: 100, seconds: 3600 },
  /** Emails, per client address. */
  email: { points: 30, seconds: 900 },
  /** Emails to one mailbox. */
  emailTo: { points: 5, seconds: 900 },
  /** Further emails to one mailbox, for a browser that requested one of the last. */
  emailAgain: { points: 2, seconds: 900 },
  /** Further emails to one mailbox, from all browsers together in which its owner signed in by email before. */
  emailKnown: { points: 5, seconds: 900 },
  /** Emailed codes, per client address. Besides, there are the limits in `CODE_TRIES`, whatever is set here. */
  code: { points: 50, seconds: 900 },
  /** Emailed links that are used, per client address. */
  link: { points: 300, seconds: 900 },
  /** Emailed links for one mailbox, from browsers that didn't request one. */
  linkTo: { points: 100, seconds: 900 },
  /** Uses of one emailed link, in the browser that requested it. */
  linkFor: { points: 100, seconds: 900 },
  /** Passkey ceremonies, per client address. */
  passkey: { points: 300, seconds: 300 },
} as const satisfies Record<string, Limit>

/** Kinds that are counted per client address. */
export type AddressLimit = keyof typeof UNKNOWN_ADDRESS_FACTORS

/**
 * Clients whose address is unknown share one limit: that of one address, times this factor. It is larger where nothing can be
 * guessed.
 */
export const UNKNOWN_ADDRESS_FACTORS = {
  signIn: 100,
  credentials: 10,
  email: 10,
  code: 4,
  link: 10,
  passkey: 100,
} as const satisfies Partial<Record<LimitKind, number>>

/** How often emailed codes may be tried. These limits hold in development too, and no option changes them. */
export const CODE_ATTEMPT_LIMITS = {
  /** Tries of one email's code. */
  perEmail: 5,
  /** Tries of all codes sent to one address, whoever requested them. */
  perAddressAndDay: 20,
} as const

/**
 * A limiter of `rate-limiter-flexible`, or one that behaves the same way: `consume` rejects with `{ msBeforeNext }` if there
 * are no points left.
 */
export interface RateLimiter {
  consume(key: string): PromiseLike<unknown>
}

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
   * The number of your proxies that append to `X-Forwarded-For`: the client's address is that many entries from the header's
   * end. With 0 the header is ignored, and the address of the connection counts.
   *
   * @default AUTH_TRUSTED_PROXIES, or 1 on Vercel and Cloudflare Pages, or 0
   */
  trustedProxies?: number | undefined
  /** Reads the client's address where the platform has a header of its own. It takes precedence over everything else. */
  address?: ((headers: Headers) => Awaitable<string | undefined>) | undefined
}
