import { DrizzleAdapter } from "@auth/drizzle-adapter"
import { drizzle } from "drizzle-orm/node-postgres"
import { Kysely } from "kysely"
import { accountTables } from "latchkit/adapters"
import { postgresDialect, SqlAdapter } from "latchkit/adapters/sql"
import type { Pool } from "pg"

export async function createAdapter(pool: Pool) {
  const sql = SqlAdapter(new Kysely({ dialect: postgresDialect(pool) }))
  await sql.migrate() // or `npx latchkit migrate` when you deploy
  return { ...DrizzleAdapter(drizzle(pool)), ...accountTables(sql) }
}
