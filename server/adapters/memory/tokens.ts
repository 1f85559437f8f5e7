import type { TokenOperations } from "../contract.ts"
import { AdapterConflict, hasKeys, isKey, requireExpiry, requireKeys } from "../values.ts"
import { joinKey, findRows, type Tables } from "./tables.ts"

const KEYS = ["identifier", "token"] as const

export function tokens(tables: Tables): TokenOperations {
  return {
    createVerificationToken(row) {
      requireKeys(row, KEYS)
      requireExpiry(row)
      const { identifier, token, expires } = row
      if (tables.tokens.has(joinKey(identifier, token)))
        throw new AdapterConflict("The verification token already exists")
      tables.tokens.set(joinKey(identifier, token), { identifier, token, expires: new Date(expires) })
      return { identifier, token, expires: new Date(expires) }
    },
    useVerificationToken(key) {
      const row = hasKeys(key, KEYS) ? tables.tokens.get(joinKey(key.identifier, key.token)) : undefined
      if (row) tables.tokens.delete(joinKey(key.identifier, key.token))
      return row ?? null
    },
    deleteVerificationTokens(identifier, keep = 0) {
      const rows = [...findRows(tables.tokens, (row) => row.identifier === identifier)].toReversed()
      const newestFirst = rows.toSorted(([, one], [, other]) => other.expires.getTime() - one.expires.getTime())
      for (const [key] of newestFirst.slice(keep)) tables.tokens.delete(key)
    },
    claimOnce: (key, expires) => incrementCounter(tables, joinKey("claim", key), key, expires) === 1,
    releaseOnce: (key) => tables.counters.delete(joinKey("claim", key)),
    increment: (key, expires) => incrementCounter(tables, joinKey("count", key), key, expires),
    decrement(key) {
      const counter = tables.counters.get(joinKey("count", key))
      if (counter) tables.counters.set(joinKey("count", key), { ...counter, count: counter.count - 1 })
    },
    deleteExpired(now) {
      const doomed = [tables.sessions, tables.tokens, tables.counters, tables.records].map((table) =>
        deleteExpiredRows(table, now),
      )
      return doomed.reduce((total, each) => total + each, 0)
    },
  }
}

function incrementCounter(tables: Tables, row: string, key: string, expires: Date): number {
  if (!isKey("key", key)) requireKeys({ key }, ["key"])
  requireExpiry({ expires })
  const next = (tables.counters.get(row)?.count ?? 0) + 1
  tables.counters.set(row, { count: next, expires: tables.counters.get(row)?.expires ?? new Date(expires) })
  return next
}

function deleteExpiredRows(
  table: { entries(): Iterable<[string, { expires: Date | null }]>; delete(key: string): void },
  now: Date,
): number {
  const ended = [...table.entries()].filter(([, row]) => row.expires !== null && row.expires <= now)
  for (const [key] of ended) table.delete(key)
  return ended.length
}
