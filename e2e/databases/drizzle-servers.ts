import { drizzle as drizzleMySql } from "drizzle-orm/mysql2"
import { drizzle as drizzlePostgres } from "drizzle-orm/node-postgres"
import { createPool } from "mysql2/promise"
import { DrizzleAdapter } from "../../server/adapters/drizzle.ts"
import { createStatements } from "./drizzle-tables.ts"
import * as mysqlTables from "./mysql-tables.ts"
import * as postgresTables from "./postgres-tables.ts"
import { postgresPool } from "./servers.ts"

/** Opens an adapter on a database, and creates its tables if it has none. */
export async function openDrizzlePostgres(url: string) {
  const pool = postgresPool(url)
  for (const statement of createStatements(postgresTables, { ifMissing: true })) await pool.query(statement)
  return { adapter: DrizzleAdapter(drizzlePostgres({ client: pool }), postgresTables), close: () => pool.end() }
}

/** Opens an adapter on a database, and creates its tables if it has none. */
export async function openDrizzleMariaDb(uri: string) {
  const pool = createPool({ uri, connectionLimit: 20 })
  for (const statement of createStatements(mysqlTables, { ifMissing: true })) await pool.query(statement)
  return { adapter: DrizzleAdapter(drizzleMySql({ client: pool }), mysqlTables), close: () => pool.end() }
}
