// Reads and writes all rows of a database, in the form that a fixture has
import { readFileSync, writeFileSync } from "node:fs"
import { Kysely, sql, type Dialect } from "kysely"
import { createClient } from "redis"
import { dialectFor, RECORDS, type Kit } from "./stores.ts"

/** The rows of each table. With Redis, the type and the value of each key. */
export type Dump = Record<string, readonly Readonly<Record<string, unknown>>[]>

const TABLES = [
  ...["users", "accounts", "sessions", "verification_tokens", "authenticators", "counters", "account_records"],
].map((name) => `auth_${name}`)

export async function dump(kit: Kit, url: string): Promise<Dump> {
  if (url.startsWith(RECORDS)) return JSON.parse(readFileSync(url.slice(RECORDS.length), "utf8")) as Dump
  return url.startsWith("redis:") ? { keys: await redisKeys(url) } : dumpTables(dialectFor(kit, url))
}

/** Returns the rows of each table. */
export async function dumpTables(dialect: Dialect): Promise<Dump> {
  const db = new Kysely<object>({ dialect })
  const result: Record<string, Record<string, unknown>[]> = {}
  for (const table of TABLES) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
    result[table] = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          value instanceof Uint8Array ? Buffer.from(value).toString() : value,
        ]),
      ),
    )
  }
  await db.destroy()
  return result
}

/** Writes rows into the tables of the release, which exist. */
export async function restore(kit: Kit, url: string, tables: Dump): Promise<void> {
  if (url.startsWith(RECORDS)) return writeFileSync(url.slice(RECORDS.length), JSON.stringify(tables))
  return url.startsWith("redis:")
    ? restoreRedis(url, tables["keys"] ?? [])
    : restoreTables(dialectFor(kit, url), tables)
}

/** Replaces all rows of the tables, which exist. */
export async function restoreTables(dialect: Dialect, tables: Dump): Promise<void> {
  const db = new Kysely<object>({ dialect })
  for (const table of TABLES.toReversed()) await sql`delete from ${sql.table(table)}`.execute(db)
  for (const table of TABLES)
    for (const row of tables[table] ?? [])
      await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(row))})`.execute(db)
  await db.destroy()
}

type Key = { key: string; type: string; value: string[] }

async function redisKeys(url: string): Promise<Key[]> {
  const client = await createClient({ url, RESP: 2 }).connect() // its replies are lists of texts
  const keys: Key[] = []
  const run = async (...words: string[]) => (await client.sendCommand(words)) as string[] // lists, except for a text
  for (const key of (await run("KEYS", "*")).toSorted()) {
    const type = String(await run("TYPE", key))
    const read = {
      string: ["GET", key],
      set: ["SMEMBERS", key],
      zset: ["ZRANGE", key, "0", "-1", "WITHSCORES"],
      hash: ["HGETALL", key],
    }[type]
    if (!read) throw new Error(`Nothing dumps the type ${type} of ${key}`)
    keys.push({ key, type, value: [await run(...read)].flat() })
  }
  await client.close()
  return keys
}

async function restoreRedis(url: string, keys: Dump[string]): Promise<void> {
  const client = await createClient({ url }).connect()
  for (const { key, type, value } of keys as unknown as Key[]) {
    const values = type === "zset" ? value.map((_, index) => value[index ^ 1] ?? "") : value // the score comes first
    const write = { string: "SET", set: "SADD", zset: "ZADD", hash: "HSET" }[type] ?? ""
    await client.sendCommand([write, key, ...values])
  }
  await client.close()
}
