// Opens a database with the adapter of one version of Latchkit
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { BaseClient } from "@xata.io/client"
import { Kysely } from "kysely"
import mysql from "mysql2"
import { createClient } from "redis"
import type { RecordsClient } from "../../server/adapters/records.ts"
import { hostedRecords, type RecordRows } from "../../server/test-kit/hosted-records.ts"
import { postgresPool } from "../databases/servers.ts"
import type * as Current from "./kit.ts"

const PRISMA = "prisma:"
/** A file with the rows of a records database, which has no file of its own. */
export const RECORDS = "records:"

/** Exports of one version of Latchkit. */
export type Kit = typeof Current

/**
 * Opens a database by its URL, or a SQLite file by its path. `prisma:` before a path opens it with Prisma, and `records:`
 * a file of rows. Creates or updates the tables.
 */
export async function openStore(kit: Kit, url: string) {
  if (url.startsWith("redis:")) {
    const client = await createClient({ url }).connect()
    return { adapter: kit.RedisAdapter(client), close: () => client.close() }
  }
  if (url.startsWith(PRISMA)) {
    const { openPrismaSqlite } = await import("../apps/prisma/sqlite.ts") // most stores need no Prisma
    const { prisma } = await openPrismaSqlite("sqlite", `file:${url.slice(PRISMA.length)}`)
    return { adapter: kit.PrismaAdapter(prisma), close: () => prisma.$disconnect() }
  }
  if (url.startsWith(RECORDS)) return openRecords(kit, url.slice(RECORDS.length))
  const db = new Kysely<object>({ dialect: dialectFor(kit, url) })
  const adapter = kit.SqlAdapter(db)
  await adapter.migrate()
  return { adapter, close: () => db.destroy() }
}

async function openRecords(kit: Kit, file: string) {
  const rows = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as RecordRows) : {}
  const server = hostedRecords(rows)
  const client = new BaseClient({
    databaseURL: server.databaseURL,
    fetch: server.fetch,
    branch: "main",
    apiKey: "test",
  })
  const options = { passkeys: true, extra: true, accountRecords: true }
  const close = async () => writeFileSync(file, JSON.stringify(server.rows()))
  // The client's own type knows no tables. Ours names the part that is used
  return { adapter: kit.RecordsAdapter(client as unknown as RecordsClient, options), close }
}

/** Returns the dialect of a SQL database. */
export function dialectFor(kit: Kit, url: string) {
  if (url.startsWith("postgres:")) return kit.postgresDialect(postgresPool(url, 5))
  if (url.startsWith("mysql:")) return kit.mysqlDialect(mysql.createPool({ uri: url, connectionLimit: 5 }))
  return kit.sqliteDialect(new DatabaseSync(url.replace(PRISMA, "")))
}
