import type { TokenOperations, VerificationToken } from "../contract.ts"
import { hasKeys, isKey, requireExpiry, requireKeys } from "../values.ts"
import { matchesExactly, toDate, toText } from "../core/columns.ts"
import { insertOrIgnore, type Database } from "./database.ts"

const KEYS = ["identifier", "token"] as const
const EXPIRING_TABLES = ["sessions", "verification_tokens", "counters", "account_records"] as const

export function tokens(database: Database): TokenOperations {
  const { names } = database
  return {
    async createVerificationToken(row) {
      requireKeys(row, KEYS)
      requireExpiry(row)
      const { identifier, token, expires } = row
      const values = { identifier, token, expires: expires.getTime() }
      await database.run((db) => db.insertInto(names.verification_tokens).values(values).execute())
      return row
    },
    useVerificationToken: async (key) => (hasKeys(key, KEYS) ? useVerificationToken(database, key) : null),
    async deleteVerificationTokens(identifier, keep = 0) {
      if (!isKey("identifier", identifier)) return
      if (keep > 0) return deleteAllButNewest(database, identifier, keep)
      await database.run((db) =>
        db.deleteFrom(names.verification_tokens).where("identifier", "=", identifier).execute(),
      )
    },
    async claimOnce(key, expires) {
      const row = newCounter("claim", key, expires)
      const { numInsertedOrUpdatedRows } = await database.run((db) =>
        insertOrIgnore(database, db.insertInto(names.counters).values(row)).executeTakeFirstOrThrow(),
      )
      return numInsertedOrUpdatedRows === 1n
    },
    async releaseOnce(key) {
      if (isKey("key", key))
        await database.run((db) => db.deleteFrom(names.counters).where("key", "=", `claim:${key}`).execute())
    },
    increment: (key, expires) => increment(database, newCounter("count", key, expires)),
    async decrement(key) {
      if (!isKey("key", key)) return
      await database.run((db) =>
        db
          .updateTable(names.counters)
          .set(({ eb }) => ({ count: eb("count", "-", eb.lit(1)).$castTo<number>() }))
          .where("key", "=", `count:${key}`)
          .execute(),
      )
    },
    async deleteExpired(now) {
      const counts: number[] = []
      for (const table of EXPIRING_TABLES) {
        const { numDeletedRows } = await database.run((db) =>
          db.deleteFrom(names[table]).where("expires", "<=", now.getTime()).executeTakeFirst(),
        )
        counts.push(Number(numDeletedRows))
      }
      return counts.reduce((total, count) => total + count, 0)
    },
  }
}

// The database deletes the row for only one caller, which gets the token
async function useVerificationToken(
  database: Database,
  key: { identifier: string; token: string },
): Promise<VerificationToken | null> {
  const { identifier, token } = key
  const row = database.dialect === "mysql" ? await takeInTwoSteps(database, key) : await takeToken(database, key)
  return row && matchesExactly(row, { identifier, token }) ? { identifier, token, expires: toDate(row.expires) } : null
}

function takeToken({ run, names }: Database, { identifier, token }: { identifier: string; token: string }) {
  return run((db) =>
    db
      .deleteFrom(names.verification_tokens)
      .where("identifier", "=", identifier)
      .where("token", "=", token)
      .returning(["identifier", "token", "expires"])
      .executeTakeFirst(),
  )
}

// MySQL's delete returns no row
async function takeInTwoSteps({ run, names }: Database, { identifier, token }: { identifier: string; token: string }) {
  const row = await run((db) =>
    db
      .selectFrom(names.verification_tokens)
      .select(["identifier", "token", "expires"])
      .where("identifier", "=", identifier)
      .where("token", "=", token)
      .executeTakeFirst(),
  )
  if (!row || !matchesExactly(row, { identifier, token })) return undefined
  return (await deleteToken({ run, names }, { identifier, token })) === 1n ? row : undefined
}

async function deleteToken(
  { run, names }: Pick<Database, "run" | "names">,
  { identifier, token }: { identifier: string; token: string },
): Promise<bigint> {
  const { numDeletedRows } = await run((db) =>
    db
      .deleteFrom(names.verification_tokens)
      .where("identifier", "=", identifier)
      .where("token", "=", token)
      .executeTakeFirst(),
  )
  return numDeletedRows
}

// In two steps, because MySQL supports no limit in the subquery of a delete
async function deleteAllButNewest(database: Database, identifier: string, keep: number): Promise<void> {
  const newestFirst = await database.run((db) =>
    db
      .selectFrom(database.names.verification_tokens)
      .select("token")
      .where("identifier", "=", identifier)
      .orderBy("expires", "desc")
      .execute(),
  )
  for (const { token } of newestFirst.slice(keep)) await deleteToken(database, { identifier, token: toText(token) })
}

interface NewCounter {
  key: string
  count: number
  expires: number
}

function newCounter(kind: "claim" | "count", key: string, expires: Date): NewCounter {
  requireKeys({ key }, ["key"])
  requireExpiry({ expires })
  return { key: `${kind}:${key}`, count: 1, expires: expires.getTime() }
}

async function increment(database: Database, row: NewCounter): Promise<number> {
  const { names } = database
  if (database.dialect === "mysql") return database.atomic((within) => incrementInTwoSteps(within, row))
  const { count } = await database.run((db) =>
    db
      .insertInto(names.counters)
      .values(row)
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet(({ eb, ref }) => ({
          count: eb(ref(`${names.counters}.count`), "+", eb.lit(1)).$castTo<number>(),
        })),
      )
      .returning("count")
      .executeTakeFirstOrThrow(),
  )
  return Number(count)
}

async function incrementInTwoSteps({ run, names }: Database, row: NewCounter): Promise<number> {
  await run((db) =>
    db
      .insertInto(names.counters)
      .values(row)
      .onDuplicateKeyUpdate(({ eb }) => ({ count: eb("count", "+", eb.lit(1)).$castTo<number>() }))
      .execute(),
  )
  // The row stays locked until the transaction ends, so this is the count of this call
  const { count } = await run((db) =>
    db.selectFrom(names.counters).select("count").where("key", "=", row.key).executeTakeFirstOrThrow(),
  )
  return Number(count)
}
