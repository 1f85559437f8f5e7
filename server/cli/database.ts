import type { Dialect, Kysely } from "kysely"
import type { AccountRecordKind } from "../adapters/account-record.ts"
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

/** The columns of an account record that commands read. */
export interface RecordRow {
  kind: string
  id: string
  userId: string
  data: string
}

/** Rows that one query reads. */
const PAGE = 500

/** Reads all account records of a kind, in the order of their ids. */
export async function* recordsOfKind(
  db: Kysely<Record<string, RecordRow>>,
  { table, kind }: { table: string; kind: AccountRecordKind },
): AsyncGenerator<RecordRow> {
  const pages = { last: "" }
  while (true) {
    const rows = await db
      .selectFrom(table)
      .select(["kind", "id", "userId", "data"])
      .where("kind", "=", kind)
      .where("id", ">", pages.last)
      .orderBy("id")
      .limit(PAGE)
      .execute()
    yield* rows
    if (rows.length < PAGE) return
    pages.last = rows.at(-1)?.id ?? ""
  }
}
