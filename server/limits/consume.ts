import type { Settings } from "../config/settings.ts"
import { asError, AuthError } from "../errors.ts"
import { countHere, countIn, windowEnds } from "./counts.ts"
import { LIMITS, type LimitKind, type RateLimiter } from "./options.ts"

const LIMITERS = new WeakMap<Settings, Map<LimitKind, RateLimiter>>() // made once a configuration, and gone with it

/** Counts one attempt of a kind; answers the seconds to wait where it was one too many. */
export async function consume(settings: Settings, kind: LimitKind, key: string): Promise<number | undefined> {
  if (!settings.rateLimit) return undefined
  const { points, seconds } = settings.rateLimit.limits?.[kind] ?? LIMITS[kind]
  const limiter = limiterOf(settings, kind)
  if (!limiter) return waitHere(settings, await countIn(settings, `${kind}:${key}`, seconds), { points, seconds })
  const otherwise = () => waitHere(settings, countHere(settings, `${kind}:${key}`, seconds), { points, seconds })
  return waitAt(limiter, key, otherwise, settings)
}

function waitHere(settings: Settings, count: number, { points, seconds }: { points: number; seconds: number }) {
  if (count === points + 1) settings.logger.warn("rate-limited") // once a window, not once an attempt
  return count > points ? windowEnds(settings, seconds) : undefined
}

function limiterOf(settings: Settings, kind: LimitKind): RateLimiter | undefined {
  if (!settings.rateLimit || !settings.rateLimit.store) return undefined
  const { store, limits } = settings.rateLimit
  const known = LIMITERS.get(settings) ?? new Map<LimitKind, RateLimiter>()
  LIMITERS.set(settings, known)
  const { points, seconds } = limits?.[kind] ?? LIMITS[kind]
  const make = () => store({ keyPrefix: `latchkit:${kind}`, points, duration: seconds })
  const limiter = known.get(kind) ?? lasting(settings, JSON.stringify([kind, points, seconds]), make())
  known.set(kind, limiter)
  return limiter
}

// A configuration that is made for each request makes its limiters anew as well. One that counts here, as RateLimiterMemory
// does, would have forgotten everything; one over a network may belong to the request, and counts elsewhere
function lasting({ limiters }: Settings, name: string, made: RateLimiter): RateLimiter {
  if (!Reflect.has(Object(made), "_memoryStorage")) return made
  const limiter = limiters.get(name) ?? made
  limiters.set(name, limiter)
  return limiter
}

async function waitAt(
  limiter: RateLimiter,
  key: string,
  otherwise: () => number | undefined,
  { logger }: Settings,
): Promise<number | undefined> {
  try {
    await limiter.consume(key)
    return undefined
  } catch (refusal) {
    const wait: unknown = Reflect.get(Object(refusal), "msBeforeNext")
    if (typeof wait === "number") return wait / 1000
    logger.error(new AuthError("AdapterError", "Attempts could not be counted, and are counted here", { err: asError(refusal) })) // prettier-ignore
    return otherwise()
  }
}
