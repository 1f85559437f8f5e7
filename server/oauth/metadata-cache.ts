import { asError } from "../errors.ts"
import type { MetadataCache, CacheShelf } from "./types.ts"

export function createMetadataCache(): MetadataCache {
  return { documents: createShelf(), keySets: createShelf() }
}

interface Entry<T> {
  value: Promise<T>
  /** When the load of `value` started, in milliseconds since the epoch. */
  at: number
  /** When the last load started, if it failed. */
  failedAt?: number
}

const MAX_ENTRIES = 500
const RETRY_WITH_VALUE = 60_000
const RETRY_WITHOUT = 5_000

function createShelf<T>(): CacheShelf<T> {
  const entries = new Map<string, Entry<T>>()

  function keep(name: string, entry: Entry<T>): Entry<T> {
    entries.delete(name)
    entries.set(name, entry)
    const oldest = entries.keys().next()
    if (entries.size > MAX_ENTRIES && !oldest.done) entries.delete(oldest.value)
    return entry
  }

  function renew(name: string, now: number, cached: Entry<T> | undefined, load: () => Promise<T>): Promise<T> {
    const usable = cached !== undefined && cached.failedAt !== cached.at ? cached : undefined
    const value = load().catch((error: unknown) => {
      if (!usable) {
        keep(name, { value: handledRejection(error), at: now, failedAt: now })
        throw error
      }
      keep(name, { ...usable, failedAt: now })
      return usable.value
    })
    return keep(name, { value, at: now }).value
  }

  return {
    take(name, { now, maxAge }, load) {
      const entry = entries.get(name)
      if (entry?.failedAt !== undefined) {
        const pause = entry.failedAt === entry.at ? RETRY_WITHOUT : RETRY_WITH_VALUE
        return now - entry.failedAt < pause ? entry.value : renew(name, now, entry, load)
      }
      return entry && now - entry.at <= maxAge ? entry.value : renew(name, now, entry, load)
    },
  }
}

function handledRejection<T>(error: unknown): Promise<T> {
  const promise = Promise.reject(asError(error))
  promise.catch(() => undefined) // avoids an unhandled rejection if no caller awaits it yet
  return promise
}
