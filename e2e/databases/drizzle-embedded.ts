import { createClient } from "@libsql/client"
import Database from "better-sqlite3"
import { drizzle as drizzleOnBetter } from "drizzle-orm/better-sqlite3"
import { drizzle as drizzleOnLibsql } from "drizzle-orm/libsql"
import { DrizzleAdapter } from "../../server/adapters/drizzle.ts"
import type { OpenAdapter } from "./adapter-suite.ts"
import { createStatements } from "./drizzle-tables.ts"
import * as tables from "./sqlite-tables.ts"

/** Opens an adapter on a new file. `drizzle-1.test.ts` bundles this module with Drizzle 1.0, so that one source serves both. */
export const DRIZZLE_EMBEDDED: Readonly<Record<string, OpenAdapter>> = {
  async "better-sqlite3"(file) {
    const client = new Database(file)
    for (const statement of createStatements(tables, { ifMissing: true })) client.exec(statement)
    return { adapter: DrizzleAdapter(drizzleOnBetter({ client }), tables), close: () => client.close() }
  },
  async libSQL(file) {
    const client = createClient({ url: `file:${file}` })
    for (const statement of createStatements(tables, { ifMissing: true })) await client.execute(statement)
    return { adapter: DrizzleAdapter(drizzleOnLibsql({ client }), tables), close: () => client.close() }
  },
}

/** Returns the error of an adapter in a transaction that can't wait. */
export function errorInTransaction(): unknown {
  const db = drizzleOnBetter({ client: new Database(":memory:") })
  return db.transaction((tx) => {
    try {
      return DrizzleAdapter(tx, tables)
    } catch (error) {
      return error
    }
  })
}
