import type { Awaitable } from "../../types.ts"
import type { Settings } from "../config/settings.ts"
import { hmac } from "../crypto/bytes.ts"
import { withTimeout } from "../crypto/with-timeout.ts"
import { asError, AuthError } from "../../errors.ts"
import type { RequestContext } from "./auth-request.ts"
import { LIMITS, type Limit, type LimitKind, type RateLimiter, type RateLimitOptions } from "../config/rate-limits.ts"
import { sweepExpired } from "../config/background.ts"

/** One limit that a request counts against. */
export interface LimitCount {
  kind: LimitKind
  key: string
  /** Multiplies the points, if many clients share the key. @default 1 */
  factor?: number
}

/**
 * Returns one spelling for all that a database may treat as the same user. The default collations of MySQL and MariaDB
 * ignore case, accents and invisible characters, and treat ß as ss.
 */
export function canonicalIdentifier(identifier: string): string {
  const bare = identifier.normalize("NFKD").replaceAll(/[\p{M}\p{C}\p{Z}]/gu, "")
  return bare.toUpperCase().toLowerCase().slice(0, 256)
}

/** Returns the key under which a text, such as an address or a user, is counted on this site. */
export function limitKey(
  { settings, site }: Pick<RequestContext, "settings" | "site">,
  text: string,
): Awaitable<string> {
  return hmac(settings.secrets[0] ?? "", "rate limit", `${site.url}\n${text}`)
}

type LimitContext = Pick<RequestContext, "settings" | "site">

/**
 * Returns the site that a user's counters name. Those of a database name none, because all of its sites share its
 * users. Otherwise an attacker would have new tries at each tenant's address, or with each host that the app accepts.
 */
export const counterSite = ({ settings, site }: LimitContext): string => (settings.adapter?.increment ? "" : site.url)

/** Returns the key under which a user of the database is counted, on all of its sites if the database counts. */
export function userKey(context: LimitContext, text: string): Awaitable<string> {
  const { rateLimit, secrets } = context.settings
  const ownStore = rateLimit && rateLimit.store !== undefined // other apps may count there too
  return ownStore ? limitKey(context, text) : hmac(secrets[0] ?? "", "rate limit", `${counterSite(context)}\n${text}`)
}

/** Where an attempt is counted, and what this request already knows about the app's limiter. */
export type CountContext = Pick<RequestContext, "settings" | "site" | "once">

/** Whether the app's limiter took too long in this request. Then nothing in the request waits for it again. */
const limiterState = ({ once }: CountContext) => once(limiterState, () => ({ isLate: false }))

/** Counts one attempt. Returns the seconds to wait if the limit is exceeded. */
export async function consumeLimit(context: CountContext, count: LimitCount): Promise<number | undefined> {
  const { settings } = context
  const { kind, key } = count
  if (!settings.rateLimit) return undefined
  const { limit, keyPrefix, name } = describeLimit(context, settings.rateLimit, count)
  const { store } = settings.rateLimit
  if (!store) return localWaitSeconds(settings, await countInWindow(settings, `${kind}:${key}`, limit.seconds), limit)
  const create = () => store({ keyPrefix, points: limit.points, duration: limit.seconds })
  const otherwise = () => countLocally(settings, { kind, key, limit })
  return limiterState(context).isLate ? otherwise() : limiterWaitSeconds(context, { name, key, create, otherwise })
}

function describeLimit(
  { site }: LimitContext,
  { limits }: RateLimitOptions,
  { kind, factor = 1 }: LimitCount,
): { limit: Limit; keyPrefix: string; name: string } {
  const { points, seconds } = limits?.[kind] ?? LIMITS[kind]
  const keyPrefix = factor === 1 ? `latchkit:${kind}` : `latchkit:${kind}:shared`
  const limit = { points: points * factor, seconds }
  return { limit, keyPrefix, name: JSON.stringify([site.url, keyPrefix, limit.points, seconds]) }
}

/**
 * Takes back an attempt that {@link consumeLimit} counted at the time `at`, in milliseconds. A store that can't do so,
 * or that fails, still counts it.
 */
export async function refundLimit(context: CountContext, count: LimitCount, at: number): Promise<void> {
  const { settings } = context
  const { adapter, counters, limiters, logger, rateLimit } = settings
  if (!rateLimit) return
  const { limit, name } = describeLimit(context, rateLimit, count)
  const key = windowKey(`${count.kind}:${count.key}`, limit.seconds, at)
  try {
    const limiter = limiterState(context).isLate ? undefined : limiters.get(name)
    if (rateLimit.store) await withTimeout("`reward` of the limiter", limiter?.reward?.(count.key), LIMITER_TIME)
    else if (adapter?.increment) await adapter.decrement?.(key)
    else counters.set(key, (counters.get(key) ?? 1) - 1)
  } catch (thrown) {
    logger.debug(`An attempt that succeeded still counts: ${asError(thrown).message}`)
  }
}

const windowKey = (key: string, seconds: number, at: number) => `${key}:${Math.floor(at / 1000 / seconds)}`

function localWaitSeconds(settings: Settings, count: number, { points, seconds }: Limit): number | undefined {
  if (count === points + 1) settings.logger.warn("rate-limited") // once per window, not once per attempt
  return count > points ? windowEnd(settings, seconds) : undefined
}

function countLocally(settings: Settings, { kind, key, limit }: { kind: LimitKind; key: string; limit: Limit }) {
  return localWaitSeconds(settings, countLocallyInWindow(settings, `${kind}:${key}`, limit.seconds), limit)
}

interface LimiterAttempt {
  /** Identifies the limiter by its site, prefix, points and window. Tenants with one secret may each have a store. */
  name: string
  key: string
  create(): RateLimiter
  /** Counts in this process instead. */
  otherwise(): number | undefined
}

/**
 * Calls the app's limiter. An app may create its configuration for each request, and a limiter that counts in memory
 * would then lose its counts. So the first limiter is kept for the whole process. If its connection ended with its
 * request, it fails, is replaced and called again. One that takes too long is replaced in the next request.
 */
async function limiterWaitSeconds(context: CountContext, attempt: LimiterAttempt): Promise<number | undefined> {
  const { limiters, logger } = context.settings
  const cached = limiters.get(attempt.name)
  const tries: (() => RateLimiter)[] = cached ? [() => cached, attempt.create] : [attempt.create]
  const failures: unknown[] = []
  for (const limiterFor of tries) {
    try {
      const limiter = limiterFor()
      limiters.set(attempt.name, limiter)
      return await secondsToWait(limiter, attempt.key)
    } catch (error) {
      failures.push(error)
      if (!(error instanceof AuthError)) continue
      limiterState(context).isLate = true
      limiters.delete(attempt.name)
      break
    }
  }
  const err = asError(failures.at(-1))
  logger.error(new AuthError("AdapterError", "The rate limiter failed. Attempts are counted in this process.", { err }))
  return attempt.otherwise()
}

/** Seconds to wait for a key that is blocked without an end, for which rate-limiter-flexible has `msBeforeNext: -1`. */
const BLOCKED_WAIT = 60 * 60
/** Seconds that a limiter may take. Without a limit, no user could sign in while its store is down. */
const LIMITER_TIME = 3

async function secondsToWait(limiter: RateLimiter, key: string): Promise<number | undefined> {
  try {
    await withTimeout("`consume` of the limiter", limiter.consume(key), LIMITER_TIME)
    return undefined
  } catch (rejection) {
    const wait: unknown = Reflect.get(Object(rejection), "msBeforeNext")
    if (typeof wait === "number") return wait >= 0 ? wait / 1000 : BLOCKED_WAIT
    throw rejection
  }
}

const MAX_COUNTERS = 50_000

/** Returns how many times this was called with this key in the current window of `seconds`, including this call. */
export function countInWindow(settings: Settings, key: string, seconds: number): Promise<number> {
  const window = Math.floor(settings.now() / 1000 / seconds)
  return countUntil(settings, `${key}:${window}`, new Date((window + 1) * seconds * 1000))
}

/** Returns how many times this was called with this key, including this call. The count is kept until `expires`. */
export async function countUntil(settings: Settings, key: string, expires: Date): Promise<number> {
  const { adapter, logger } = settings
  if (!adapter?.increment) return countInMemory(settings, key)
  sweepExpired(settings)
  try {
    return await adapter.increment(key, expires)
  } catch (thrown) {
    const err = asError(thrown)
    logger.error(
      new AuthError("AdapterError", "The adapter could not count. Attempts are counted in this process.", { err }),
    )
    return countInMemory(settings, key)
  }
}

/** Counts in this process only. Also used if a shared counter fails, so that a failure removes no limit. */
export function countLocallyInWindow(settings: Settings, key: string, seconds: number): number {
  return countInMemory(settings, windowKey(key, seconds, settings.now()))
}

function countInMemory({ counters }: Settings, key: string): number {
  const count = (counters.get(key) ?? 0) + 1
  if (count === 1 && counters.size >= MAX_COUNTERS) makeRoom(counters)
  counters.set(key, count)
  return count
}

/** The most counters to look through for one that can be evicted. */
const MAX_EVICTION_CHECKS = 500

// Evicts the oldest counter with a count of one. An attacker who floods the table with keys then gets no more memory,
// and doesn't erase the count of the user that they attack
function makeRoom(counters: Settings["counters"]): void {
  let looks = 0
  for (const [key, count] of counters) {
    if (count === 1) return void counters.delete(key)
    if (++looks === MAX_EVICTION_CHECKS) break
  }
  counters.delete(counters.keys().next().value ?? "")
}

/** Returns the seconds until the current window ends. */
export function windowEnd({ now }: Pick<Settings, "now">, seconds: number): number {
  return seconds - (Math.floor(now() / 1000) % seconds)
}
