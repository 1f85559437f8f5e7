import type { Dialect } from "kysely"
import { mysqlDialect, postgresDialect, sqliteDialect, type SqlDialectName } from "../adapters/sql.ts"

/** Returns the dialect of a database's URL. @throws {Error} if the database isn't supported */
export function dialectName(url: string): SqlDialectName {
  if (/^postgres(?:ql)?:/.test(url)) return "postgres"
  if (/^(?:mysql|mariadb):/.test(url)) return "mysql"
  if (/^[a-z]+:\/\//i.test(url) && !url.startsWith("file:"))
    throw new Error(`Unknown database ${url.split(":")[0]}:. Use file:, postgres:, mysql: or mariadb:`)
  return "sqlite"
}

/** Connects to a database. Loads the app's own driver, and only the one for its database. */
export async function loadDialect(url: string): Promise<Dialect> {
  switch (dialectName(url)) {
    case "postgres": {
      const { default: pg } = await import("pg")
      return postgresDialect(new pg.Pool({ connectionString: url, max: 1 }))
    }
    case "mysql": {
      const { createPool } = await import("mysql2")
      return mysqlDialect(createPool({ uri: url.replace(/^mariadb:/, "mysql:"), connectionLimit: 1 }))
    }
    case "sqlite": {
      const { DatabaseSync } = await import("node:sqlite")
      return sqliteDialect(new DatabaseSync(url.replace(/^file:(?:\/\/)?/, "")))
    }
  }
}
