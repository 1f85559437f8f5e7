import type { OnceKey } from "../crypto/bindings.ts"
import type { Memory } from "./instance-memory.ts"
import { sweep, type Sweeping } from "./sweep.ts"

/** Lets each one-time id pass once. */
export interface OnceStore {
  /** True for the first claim of `id` before `expires` (milliseconds since the epoch), false for each later one. */
  claim(id: OnceKey, expires: number): boolean | Promise<boolean>
  /** Takes a claim back: what it was for failed, and may be tried again. */
  release(id: OnceKey): void | Promise<void>
}

const CAPACITY = 100_000

/** Claims that every instance sees where the adapter keeps them, and this process's own elsewhere. */
export function onceFor({ adapter, now, logger }: Sweeping, claimed: Memory["claimed"]): OnceStore {
  if (!adapter?.claimOnce) return memoryOnce(now, claimed)
  return {
    claim: async (id, expires) => {
      sweep({ adapter, now, logger })
      return (await adapter.claimOnce?.(id, new Date(expires))) ?? false
    },
    release: async (id) => adapter.releaseOnce?.(id),
  }
}

/** Remembers the ids of one process; several instances share them through an adapter's `claimOnce`. */
export function memoryOnce(now: () => number, claimed: Memory["claimed"] = new Map()): OnceStore {
  return {
    claim(id, expires) {
      if ((claimed.get(id) ?? 0) > now()) return false
      if (claimed.size >= CAPACITY) forgetOldest(claimed)
      claimed.set(id, expires)
      return true
    },
    release: (id) => void claimed.delete(id),
  }
}

// Insertion order is about the order of expiry: all ids of one kind live equally long
function forgetOldest(claimed: Map<string, number>): void {
  for (const [id] of claimed) {
    claimed.delete(id)
    if (claimed.size < CAPACITY * 0.9) return
  }
}
