import type { Settings } from "../../config/settings.ts"
import { asError, AuthError } from "../../errors.ts"
import { sweepExpired } from "../../config/sweep.ts"

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
    logger.error(new AuthError("AdapterError", "The adapter could not count. Attempts are counted in this process.", { err })) // prettier-ignore
    return countInMemory(settings, key)
  }
}

/** Counts in this process only. Also used if a shared counter fails, so that a failure removes no limit. */
export function countLocallyInWindow(settings: Settings, key: string, seconds: number): number {
  return countInMemory(settings, `${key}:${Math.floor(settings.now() / 1000 / seconds)}`)
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
export function windowEnd(settings: Settings, seconds: number): number {
  return seconds - (Math.floor(settings.now() / 1000) % seconds)
}
