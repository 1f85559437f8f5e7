// Opens a database with the adapter of one version of Latchkit
import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import mysql from "mysql2"
import { createClient } from "redis"
import { postgresPool } from "../databases/servers.ts"
import type * as Current from "./kit.ts"

const PRISMA = "prisma:"

/** Exports of one version of Latchkit. */
export type Kit = typeof Current

/**
 * Opens a database by its URL, or a SQLite file by its path. `prisma:` before a path opens it with Prisma. Creates or
 * updates the tables.
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
  const db = new Kysely<object>({ dialect: dialectFor(kit, url) })
  const adapter = kit.SqlAdapter(db)
  await adapter.migrate()
  return { adapter, close: () => db.destroy() }
}

/** Returns the dialect of a SQL database. */
export function dialectFor(kit: Kit, url: string) {
  if (url.startsWith("postgres:")) return kit.postgresDialect(postgresPool(url, 5))
  if (url.startsWith("mysql:")) return kit.mysqlDialect(mysql.createPool({ uri: url, connectionLimit: 5 }))
  return kit.sqliteDialect(new DatabaseSync(url.replace(PRISMA, "")))
}
