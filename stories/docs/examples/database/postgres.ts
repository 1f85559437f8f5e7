import { Kysely } from "kysely"
import { postgresDialect, SqlAdapter } from "latchkit/adapters/sql"
import type { Pool } from "pg"

export function postgresAdapter(pool: Pool) {
  return SqlAdapter(new Kysely({ dialect: postgresDialect(pool) }))
}
