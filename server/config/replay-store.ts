import type { ReplayKey } from "../crypto/bindings.ts"
import type { InstanceMemory } from "./instance-memory.ts"
import { sweepExpired, type Sweeping } from "./sweep.ts"

/** Lets each one-time id pass once. */
export interface ReplayStore {
  /** True for the first claim of `id` before `expires` (milliseconds since the epoch), false for each later one. */
  claim(id: ReplayKey, expires: number): boolean | Promise<boolean>
  /** Takes a claim back: what it was for failed, and may be tried again. */
  release(id: ReplayKey): void | Promise<void>
}

const CAPACITY = 100_000

/** Claims that every instance sees where the adapter keeps them, and this process's own elsewhere. */
export function createReplayStore(
  { adapter, now, logger }: Sweeping,
  reclaimed: InstanceMemory["claimed"],
): ReplayStore {
  if (!adapter?.claimOnce) return memoryReplayStore(now, reclaimed)
  return {
    claim: async (id, expires) => {
      sweepExpired({ adapter, now, logger })
      return (await adapter.claimOnce?.(id, new Date(expires))) ?? false
    },
    release: async (id) => adapter.releaseOnce?.(id),
  }
}

/** Remembers the ids of one process; several instances share them through an adapter's `claimOnce`. */
export function memoryReplayStore(now: () => number, reclaimed: InstanceMemory["claimed"] = new Map()): ReplayStore {
  return {
    claim(id, expires) {
      if ((reclaimed.get(id) ?? 0) > now()) return false
      if (reclaimed.size >= CAPACITY) evictOldest(reclaimed)
      reclaimed.set(id, expires)
      return true
    },
    release: (id) => void reclaimed.delete(id),
  }
}

// Insertion order is about the order of expiry: all ids of one kind live equally long
function evictOldest(reclaimed: Map<string, number>): void {
  for (const [id] of reclaimed) {
    reclaimed.delete(id)
    if (reclaimed.size < CAPACITY * 0.9) return
  }
}
