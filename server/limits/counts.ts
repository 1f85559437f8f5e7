import type { Settings } from "../config/settings.ts"
import { asError, AuthError } from "../errors.ts"

const CAPACITY = 50_000

/** How many times this was called with this key in the present window of `seconds`, this time included. */
export async function countIn(settings: Settings, key: string, seconds: number): Promise<number> {
  const window = Math.floor(settings.now() / 1000 / seconds)
  const { adapter, logger } = settings
  if (!adapter?.increment) return countHere(settings, key, seconds)
  try {
    return await adapter.increment(`${key}:${window}`, new Date((window + 1) * seconds * 1000))
  } catch (error) {
    logger.error(new AuthError("AdapterError", "Attempts could not be counted, and are counted here", { err: asError(error) })) // prettier-ignore
    return countHere(settings, key, seconds)
  }
}

/** Counts in this process alone; also where a shared counter does not answer, so that a failure opens no door. */
export function countHere({ counters, now }: Settings, key: string, seconds: number): number {
  const inWindow = `${key}:${Math.floor(now() / 1000 / seconds)}`
  const count = (counters.get(inWindow) ?? 0) + 1
  if (count === 1 && counters.size >= CAPACITY) makeRoom(counters)
  counters.set(inWindow, count)
  return count
}

/** Counters that are looked at for one which may go. */
const LOOKS = 500

// Of the oldest, one that was counted once: whoever floods the table with keys gets no further memory, and has not made it
// forget whom they have been trying
function makeRoom(counters: Settings["counters"]): void {
  let looks = 0
  for (const [key, count] of counters) {
    if (count === 1) return void counters.delete(key)
    if (++looks === LOOKS) break
  }
  counters.delete(counters.keys().next().value ?? "")
}

/** Seconds until the present window ends. */
export function windowEnds(settings: Settings, seconds: number): number {
  return seconds - (Math.floor(settings.now() / 1000) % seconds)
}
