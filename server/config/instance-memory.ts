import { LruMap } from "../crypto/memory.ts"
import { createMetadataCache } from "../oauth/metadata-cache.ts"
import { type MetadataCache } from "../oauth/types.ts"
import type { RateLimiter } from "./rate-limit-options.ts"

/** What a process knows of the requests before, where no database does. */
export interface InstanceMemory {
  /** How often something was tried, by what and when. */
  readonly counters: Map<string, number>
  /** One-time ids that were used up, and until when they must be remembered. */
  readonly claimed: Map<string, number>
  readonly metadata: MetadataCache
  /** The app's own limiters, by the limit that they were created for. */
  readonly limiters: Map<string, RateLimiter>
  /** Stored hashes of the last links sent to an address, for adapters that can't list them. The oldest comes first. */
  readonly links: Map<string, readonly string[]>
  /** Warnings that are logged once. */
  readonly warned: Set<string>
}

/** Memories by secret. */
export type InstanceMemories = LruMap<string, InstanceMemory>

const MAX_SECRETS = 10_000
const MAX_LIMITERS = 1000
const MAX_ADDRESSES = 10_000

export function createInstanceMemories(): InstanceMemories {
  return new LruMap(MAX_SECRETS)
}

/**
 * The memory of a configuration with these secrets. It outlives the configuration, because an app may make one anew for each
 * request: what was counted and used up would be forgotten with it. Tenants with secrets of their own never meet in it.
 */
export function instanceMemoryFor(memories: InstanceMemories, secrets: readonly string[]): InstanceMemory {
  const name = JSON.stringify(secrets)
  const existing = memories.get(name)
  if (existing) return existing
  const memory: InstanceMemory = {
    counters: new Map(),
    claimed: new Map(),
    metadata: createMetadataCache(),
    limiters: new LruMap(MAX_LIMITERS),
    links: new LruMap(MAX_ADDRESSES),
    warned: new Set(),
  }
  memories.set(name, memory)
  return memory
}
