import type { Awaitable } from "../adapters/contract.ts"

/** At most `points` requests in `seconds`. */
export interface Limit {
  points: number
  /** Seconds of a window. */
  seconds: number
}

/** What is counted apart. */
export type LimitKind = keyof typeof LIMITS

/**
 * Generous for people, useless for guessing: a company behind one address signs in by the hundred, and a password is
 * tried a hundred times an hour at most (NIST SP 800-63B-4, section 3.2.2).
 */
export const LIMITS = {
  /** Starts at an identity provider, by client address. */
  signIn: { points: 300, seconds: 300 },
  /** Passwords, by client address. */
  credentials: { points: 100, seconds: 900 },
  /** Passwords for one identifier from one client address, or from one browser that the user has signed in with. */
  credentialsFor: { points: 20, seconds: 900 },
  /** Passwords for one identifier, from whatever address and unknown browser. */
  credentialsAnywhere: { points: 50, seconds: 3600 },
  /** Mails, by client address. */
  email: { points: 30, seconds: 900 },
  /** Mails to one mailbox. */
  emailTo: { points: 5, seconds: 900 },
  /** Mailed codes, by client address; one mail's code has five tries whatever is set here. */
  code: { points: 50, seconds: 900 },
  /** Passkey ceremonies, by client address. */
  passkey: { points: 300, seconds: 300 },
} as const satisfies Record<string, Limit>

/** A limiter of `rate-limiter-flexible`, or one that behaves alike: rejects with `{ msBeforeNext }` when there are no points left. */
export interface RateLimiter {
  consume(key: string): PromiseLike<unknown>
}

export interface RateLimitOptions {
  /** Limits other than the default ones. */
  limits?: Partial<Record<LimitKind, Limit>> | undefined
  /**
   * Makes the limiter of a kind, such as one over Redis that several instances share:
   * `({ keyPrefix, points, duration }) => new RateLimiterRedis({ storeClient: redis, keyPrefix, points, duration })`.
   *
   * @default counted by the adapter where it can (`increment`: those of Latchkit share it), else in this process's memory
   */
  store?: ((options: { keyPrefix: string; points: number; duration: number }) => RateLimiter) | undefined
  /**
   * Proxies of yours between the visitors and the app that append to `X-Forwarded-For`: the client address is that many
   * entries from its end. With 0 the header is not believed.
   *
   * @default AUTH_TRUSTED_PROXIES, or 1 on Vercel and Cloudflare Pages, or 0
   */
  trustedProxies?: number | undefined
  /** The client address where the platform says it in a way of its own. Wins over everything else. */
  address?: ((headers: Headers) => Awaitable<string | undefined>) | undefined
}
