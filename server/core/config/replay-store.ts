import type { ReplayKey } from "../crypto/bindings.ts"
import type { InstanceMemory } from "./instance-memory.ts"
import { checkedResult, type DecisionLog } from "./decisions.ts"
import { sweepExpired, type Sweeping } from "./background.ts"

/** Accepts each one-time id once. */
export interface ReplayStore {
  /**
   * Returns `true` for the first claim of `id`, and `false` for each later one until a minute after `expires`
   * (milliseconds since the epoch).
   */
  markUsed(id: ReplayKey, expires: number): boolean | Promise<boolean>
  /** Releases a claim whose work failed, so that it can be tried again. */
  release(id: ReplayKey): void | Promise<void>
}

const CAPACITY = 100_000

/**
 * Milliseconds that a claim is kept after its value expired. Sealed values open a little longer, and the clocks of
 * instances differ.
 */
const MARGIN = 60_000

/** Creates a store that all instances share if the adapter has `claimOnce`. Otherwise each process has its own. */
export function createReplayStore(
  { adapter, now, logger, warned, background }: Sweeping & DecisionLog,
  usedKeys: InstanceMemory["usedReplayKeys"],
): ReplayStore {
  if (!adapter?.claimOnce) return memoryReplayStore(now, usedKeys)
  return {
    markUsed: async (id, expires) => {
      sweepExpired({ adapter, now, logger, background })
      const result = await adapter.claimOnce?.(id, new Date(expires + MARGIN))
      return checkedResult({ logger, warned }, "claimOnce", result) === true
    },
    release: async (id) => adapter.releaseOnce?.(id),
  }
}

/** Creates a store for one process. With `claimOnce`, an adapter shares claims between instances. */
export function memoryReplayStore(
  now: () => number,
  usedKeys: InstanceMemory["usedReplayKeys"] = new Map(),
): ReplayStore {
  return {
    markUsed(id, expires) {
      if ((usedKeys.get(id) ?? 0) > now()) return false
      if (usedKeys.size >= CAPACITY) evictOldest(usedKeys)
      usedKeys.set(id, expires + MARGIN)
      return true
    },
    release: (id) => void usedKeys.delete(id),
  }
}

// Insertion order is roughly the order of expiry, because all ids of one kind live equally long
function evictOldest(usedKeys: Map<string, number>): void {
  for (const [id] of usedKeys) {
    usedKeys.delete(id)
    if (usedKeys.size < CAPACITY * 0.9) return
  }
}
