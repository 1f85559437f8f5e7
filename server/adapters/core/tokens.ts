import type { Adapter, VerificationToken } from "../contract.ts"
import { isKey, requireExpiry, requireKeys } from "../values.ts"
import { fromRow, toRow } from "./rows.ts"
import { readFirst, type Store } from "./store.ts"
import { equals } from "./verbs.ts"

const EXPIRING_TABLES = ["sessions", "verificationTokens", "counters", "accountRecords"] as const

/** Creates the operations on links, codes, claims and counters. */
export function tokens(store: Store) {
  return {
    async createVerificationToken(row) {
      requireKeys(row, ["identifier", "token"])
      requireExpiry(row)
      await store.insert("verificationTokens", toRow("verificationTokens", row))
      return row
    },
    useVerificationToken: ({ identifier, token }) =>
      readFirst(store.remove("verificationTokens", equals({ identifier, token })), (row) =>
        fromRow<VerificationToken>("verificationTokens", row),
      ),
    async deleteVerificationTokens(identifier, keep = 0) {
      if (keep === 0) await store.erase("verificationTokens", equals({ identifier }))
      else await deleteAllButNewest(store, identifier, keep)
    },
    async claimOnce(key, expires) {
      return store.insertIgnore("counters", newCounter("claim", key, expires))
    },
    async releaseOnce(key) {
      if (isKey("key", key)) await store.erase("counters", equals({ key: `claim:${key}` }))
    },
    async increment(key, expires) {
      return store.add(newCounter("count", key, expires))
    },
    async decrement(key) {
      if (isKey("key", key)) await store.subtract(`count:${key}`)
    },
    async deleteExpired(now, limit) {
      const counts: number[] = []
      for (const table of EXPIRING_TABLES)
        counts.push(await store.erase(table, [["expires", "<=", now.getTime()]], limit))
      return counts.reduce((total, count) => total + count, 0)
    },
  } satisfies Adapter
}

async function deleteAllButNewest(store: Store, identifier: string, keep: number): Promise<void> {
  const where = equals({ identifier })
  const newestFirst = await store.select({ table: "verificationTokens", where, order: ["expires", "desc"] })
  for (const { token } of newestFirst.slice(keep))
    await store.erase("verificationTokens", equals({ identifier, token: String(token) }))
}

function newCounter(kind: "claim" | "count", key: string, expires: Date) {
  requireKeys({ key }, ["key"])
  requireExpiry({ expires })
  return { key: `${kind}:${key}`, count: 1, expires: expires.getTime() }
}
