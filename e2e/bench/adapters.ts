import { createClient } from "@libsql/client"
import Database from "better-sqlite3"
import { drizzle as drizzleOnBetter } from "drizzle-orm/better-sqlite3"
import { drizzle as drizzleOnLibsql } from "drizzle-orm/libsql"
import { drizzle as drizzleOnPostgres } from "drizzle-orm/node-postgres"
import { Kysely, SqliteDialect } from "kysely"
import type { Adapter, AdapterUser } from "latchkit/adapters"
import { DrizzleAdapter } from "latchkit/adapters/drizzle"
import { libsqlDialect } from "latchkit/adapters/libsql"
import { postgresDialect, SqlAdapter } from "latchkit/adapters/sql"
import type pg from "pg"
import * as postgresTables from "../databases/postgres-tables.ts"
import * as sqliteTables from "../databases/sqlite-tables.ts"
import type { Case } from "./measure.ts"

/** Session reads through DrizzleAdapter, beside SqlAdapter on the same connection and tables. */
export async function adapterCases(
  pool: pg.Pool,
  user: AdapterUser,
  signedIn: (adapter: Adapter) => Promise<{ read: () => Promise<unknown> }>,
): Promise<readonly Case[]> {
  const [database, client] = [new Database(":memory:"), createClient({ url: ":memory:" })]
  const engines = [
    {
      engine: "PostgreSQL",
      sql: SqlAdapter(new Kysely<object>({ dialect: postgresDialect(pool) })),
      drizzle: DrizzleAdapter(drizzleOnPostgres({ client: pool }), postgresTables),
    },
    {
      engine: "better-sqlite3",
      sql: SqlAdapter(new Kysely<object>({ dialect: new SqliteDialect({ database }) })),
      drizzle: DrizzleAdapter(drizzleOnBetter({ client: database }), sqliteTables),
    },
    {
      engine: "libSQL",
      sql: SqlAdapter(new Kysely<object>({ dialect: libsqlDialect(client) })),
      drizzle: DrizzleAdapter(drizzleOnLibsql({ client }), sqliteTables),
    },
  ]
  const cases: Case[] = []
  for (const { engine, sql, drizzle } of engines) {
    await sql.migrate()
    if (!(await sql.getUser(user.id))) await sql.createUser(user)
    const [ours, peer] = [await signedIn(drizzle), await signedIn(sql)]
    cases.push({
      name: `session helper, DrizzleAdapter on ${engine}, beside SqlAdapter`,
      ours: ours.read,
      peer: peer.read,
    })
  }
  return cases
}
