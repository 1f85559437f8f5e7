import { createClient } from "@libsql/client"
import Database from "better-sqlite3"
import { Kysely, SqliteDialect } from "kysely"
import { libsqlDialect } from "../../server/adapters/libsql.ts"
import { SqlAdapter } from "../../server/adapters/sql.ts"
import type { OpenAdapter } from "./adapter-suite.ts"
import { DRIZZLE_EMBEDDED } from "./drizzle-embedded.ts"

/** Opens an adapter on a file, whose tables it creates if they don't exist. */
export const EMBEDDED: Readonly<Record<string, OpenAdapter>> = {
  async "SqlAdapter on libSQL"(file) {
    const client = createClient({ url: `file:${file}` })
    const adapter = SqlAdapter(new Kysely<object>({ dialect: libsqlDialect(client) }))
    await adapter.migrate()
    return { adapter, close: () => client.close() }
  },
  async "SqlAdapter on better-sqlite3"(file) {
    const database = new Database(file)
    const adapter = SqlAdapter(new Kysely<object>({ dialect: new SqliteDialect({ database }) }))
    await adapter.migrate()
    return { adapter, close: () => database.close() }
  },
  ...Object.fromEntries(Object.entries(DRIZZLE_EMBEDDED).map(([name, open]) => [`DrizzleAdapter on ${name}`, open])),
}
