import type { Adapter } from "../../adapters/contract.ts"
import { LruMap } from "../crypto/memory.ts"
import { createMetadataCache } from "../../oauth/metadata-cache.ts"
import type { MetadataCache } from "../../oauth/types.ts"
import type { RateLimiter } from "./rate-limits.ts"

/** State of earlier requests that a process remembers, if no database does. */
export interface InstanceMemory {
  /** Rate limit counters, by what is counted and its window. */
  readonly counters: Map<string, number>
  /** One-time ids that were used, and until when to remember them, in milliseconds since the epoch. */
  readonly usedReplayKeys: Map<string, number>
  readonly metadata: MetadataCache
  /** The app's own limiters, by the limit that they were created for. */
  readonly limiters: Map<string, RateLimiter>
  /**
   * Stored hashes of the latest links sent to an address, for adapters that can't list them. The oldest comes first.
   */
  readonly links: Map<string, readonly string[]>
  /** In development, the latest adapters of which each served one configuration only. */
  readonly recentAdapters: Set<Adapter>
  /** Warnings that are logged once. */
  readonly warned: Set<string>
  /** When the last use of a stored session was written, in milliseconds since the epoch, by its key. */
  readonly activity: Map<string, number>
  /** Keys of sessions that a browser signed out of. A response to its earlier request must not set one again. */
  readonly endedSessions: Map<string, true>
}

export type InstanceMemories = LruMap<string, InstanceMemory>

const MAX_SECRETS = 10_000
const MAX_LIMITERS = 1000
const MAX_ADDRESSES = 10_000
const MAX_SESSIONS = 50_000

export function createInstanceMemories(): InstanceMemories {
  return new LruMap(MAX_SECRETS)
}

/**
 * Returns the memory of a configuration with these secrets. It outlives the configuration, because an app may create
 * one for each request, and would otherwise forget its counters. Tenants with different secrets share no memory.
 */
export function instanceMemoryFor(memories: InstanceMemories, secrets: readonly string[]): InstanceMemory {
  const name = JSON.stringify(secrets)
  const existing = memories.get(name)
  if (existing) return existing
  const memory: InstanceMemory = {
    counters: new Map(),
    usedReplayKeys: new Map(),
    metadata: createMetadataCache(),
    limiters: new LruMap(MAX_LIMITERS),
    links: new LruMap(MAX_ADDRESSES),
    recentAdapters: new Set(),
    warned: new Set(),
    activity: new LruMap(MAX_SESSIONS),
    endedSessions: new LruMap(MAX_SESSIONS),
  }
  memories.set(name, memory)
  return memory
}
