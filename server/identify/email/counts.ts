import type { Settings } from "../../config/settings.ts"

const CAPACITY = 50_000
const COUNTERS = new WeakMap<Settings, Map<string, number>>() // of a process whose adapter keeps no counters; gone with its configuration

/** How many times this was called with this key in the present window of `seconds`, this time included. */
export async function countIn(settings: Settings, key: string, seconds: number): Promise<number> {
  const window = Math.floor(settings.now() / 1000 / seconds)
  const inWindow = `${key}:${window}`
  const { adapter } = settings
  if (adapter?.increment) return adapter.increment(inWindow, new Date((window + 1) * seconds * 1000))
  const counters = COUNTERS.get(settings) ?? new Map<string, number>()
  COUNTERS.set(settings, counters)
  const count = (counters.get(inWindow) ?? 0) + 1
  // The oldest makes room: somebody who floods the table with keys gets no further memory
  if (count === 1 && counters.size >= CAPACITY) counters.delete(counters.keys().next().value ?? "")
  counters.set(inWindow, count)
  return count
}
