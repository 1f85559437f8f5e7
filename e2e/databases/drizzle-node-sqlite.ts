import { DatabaseSync } from "node:sqlite"
import { drizzle } from "drizzle-orm-1/node-sqlite" // 0.45 has no such driver
import { DrizzleAdapter } from "../../server/adapters/drizzle.ts"
import type { OpenAdapter } from "./adapter-suite.ts"
import { createStatements } from "./drizzle-tables.ts"
import * as tables from "./sqlite-tables.ts"

/** Opens an adapter on a new file. `drizzle-1.test.ts` bundles this module with Drizzle 1.0. */
export const openNodeSqlite: OpenAdapter = async (file) => {
  const client = new DatabaseSync(file)
  for (const statement of createStatements(tables)) client.exec(statement)
  return { adapter: DrizzleAdapter(drizzle({ client }), tables), close: () => client.close() }
}
