import type { TokenOperations, VerificationToken } from "../contract.ts"
import { hasKeys, isKey, requireExpiry, requireKeys } from "../values.ts"
import { matchesExactly, toMilliseconds, toDate } from "./columns.ts"
import type { Statements } from "./statements.ts"

const KEYS = ["identifier", "token"] as const
const BY_KEY = `"identifier" = ? and "token" = ?`
const INSERT_COUNTER = `insert into :counters ("key", "count", "expires") values (?, 1, ?)`

export function tokens(sql: Statements): TokenOperations {
  return {
    async createVerificationToken(row) {
      requireKeys(row, KEYS)
      requireExpiry(row)
      const values = [row.identifier, row.token, toMilliseconds(row.expires)]
      await sql.change(`insert into :verification_tokens ("identifier", "token", "expires") values (?, ?, ?)`, values)
      return row
    },
    useVerificationToken: async (key) => (hasKeys(key, KEYS) ? useVerificationToken(sql, key) : null),
    async deleteVerificationTokens(identifier, keep = 0) {
      if (!isKey("identifier", identifier)) return
      if (keep === 0) await sql.change(`delete from :verification_tokens where "identifier" = ?`, [identifier])
      else await deleteAllButNewest(sql, identifier, keep)
    },
    async claimOnce(key, expires) {
      const insert =
        sql.dialect === "mysql"
          ? INSERT_COUNTER.replace("insert", "insert ignore")
          : `${INSERT_COUNTER} on conflict do nothing`
      return (await sql.change(insert, counterValues("claim", key, expires))) === 1
    },
    async releaseOnce(key) {
      if (isKey("key", key)) await sql.change(`delete from :counters where "key" = ?`, [`claim:${key}`])
    },
    increment: (key, expires) => increment(sql, counterValues("count", key, expires)),
    async deleteExpired(now) {
      const counts = []
      for (const table of [":sessions", ":verification_tokens", ":counters"]) {
        counts.push(await sql.change(`delete from ${table} where "expires" <= ?`, [now.getTime()]))
      }
      return counts.reduce((total, count) => total + count, 0)
    },
  }
}

// The database deletes the row for only one caller, which gets the token
async function useVerificationToken(
  sql: Statements,
  { identifier, token }: { identifier: string; token: string },
): Promise<VerificationToken | null> {
  const removal = `delete from :verification_tokens where ${BY_KEY}`
  const selection = `select "identifier", "token", "expires" from :verification_tokens where ${BY_KEY}`
  const mysql = sql.dialect === "mysql"
  const read = mysql ? selection : `${removal} returning "identifier", "token", "expires"`
  const [row] = await sql.rows(read, [identifier, token])
  if (!row || !matchesExactly(row, { identifier, token })) return null
  // MySQL's delete returns no row
  if (mysql && (await sql.change(removal, [identifier, token])) !== 1) return null
  return { identifier, token, expires: toDate(row["expires"]) }
}

// In two steps, because MySQL supports no limit in the subquery of a delete
async function deleteAllButNewest(sql: Statements, identifier: string, keep: number): Promise<void> {
  const newestFirst = `select "token" from :verification_tokens where "identifier" = ? order by "expires" desc`
  const rows = await sql.rows(newestFirst, [identifier])
  for (const { token } of rows.slice(keep))
    await sql.change(`delete from :verification_tokens where ${BY_KEY}`, [identifier, token])
}

function counterValues(kind: "claim" | "count", key: string, expires: Date): readonly unknown[] {
  requireKeys({ key }, ["key"])
  requireExpiry({ expires })
  return [`${kind}:${key}`, toMilliseconds(expires)]
}

async function increment(sql: Statements, values: readonly unknown[]): Promise<number> {
  if (sql.dialect !== "mysql") {
    const more = `on conflict ("key") do update set "count" = :counters."count" + 1 returning "count"`
    const [row] = await sql.rows(`${INSERT_COUNTER} ${more}`, values)
    return Number(row?.["count"])
  }
  return sql.atomic(async (within) => {
    await within.change(`${INSERT_COUNTER} on duplicate key update "count" = "count" + 1`, values)
    // The row stays locked until the transaction ends, so this is the count of this call
    const [row] = await within.rows(`select "count" from :counters where "key" = ?`, values.slice(0, 1))
    return Number(row?.["count"])
  })
}
