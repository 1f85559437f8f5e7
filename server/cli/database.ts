import { existsSync } from "node:fs"
import { Kysely, type Dialect } from "kysely"
import type { AccountRecordKind } from "../adapters/account-record.ts"
import { mysqlDialect, postgresDialect, sqliteDialect, type SqlDialectName } from "../adapters/sql.ts"

const DIALECTS: Readonly<Record<string, SqlDialectName | undefined>> = {
  file: "sqlite",
  postgres: "postgres",
  postgresql: "postgres",
  mysql: "mysql",
  mariadb: "mysql",
}

/**
 * Returns the dialect of a database's URL, or of the path of a SQLite file.
 *
 * @throws {Error} if the database isn't supported
 */
export function dialectName(url: string): SqlDialectName {
  const scheme = /^([a-z][\w+.-]+):/i.exec(url)?.[1]?.toLowerCase() // one letter is a drive of Windows
  if (scheme === undefined) return "sqlite"
  const dialect = DIALECTS[scheme]
  if (dialect) return dialect
  const remedy = scheme === "libsql" ? ". For a server of libSQL, pass the module of your configuration instead" : ""
  throw new Error(`Unknown database ${scheme}:. Use file:, postgres:, mysql: or mariadb:${remedy}`)
}

/** Returns the path of a SQLite file. @throws {Error} if the URL has parameters, which would be part of its name */
function sqlitePath(url: string): string {
  if (!/^file:/i.test(url)) return url
  const path = url.replace(/^file:(?:\/\/)?/i, "")
  if (/[?#]/.test(path))
    throw new Error(`The URL file:${path} has parameters. Pass the path alone, such as file:app.db`)
  return path
}

/**
 * Connects to a database. Loads the app's own driver, and only the one for its database.
 *
 * @param creates whether a SQLite file that is missing is created. Otherwise a mistyped path would look empty
 * @throws {Error} if the database isn't supported, or there is no such file
 */
export async function loadDialect(url: string, { creates = false } = {}): Promise<Dialect> {
  switch (dialectName(url)) {
    case "postgres": {
      const { default: pg } = await import("pg")
      return postgresDialect(new pg.Pool({ connectionString: url, max: 1 }))
    }
    case "mysql": {
      const { createPool } = await import("mysql2")
      return mysqlDialect(createPool({ uri: url.replace(/^mariadb:/i, "mysql:"), connectionLimit: 1 }))
    }
    case "sqlite": {
      const path = sqlitePath(url)
      if (!creates && !existsSync(path))
        throw new Error(`There is no file ${path}. Pass the path of your app's database`)
      const { DatabaseSync } = await import("node:sqlite")
      return sqliteDialect(new DatabaseSync(path))
    }
  }
}

/** Connects to a database, and closes the connection when `use` is done. Throws as {@link loadDialect} does. */
export async function withDatabase<Tables, Result>(
  url: string,
  use: (db: Kysely<Tables>) => Promise<Result>,
  options?: { creates: boolean },
): Promise<Result> {
  const db = new Kysely<Tables>({ dialect: await loadDialect(url, options) })
  try {
    return await use(db)
  } finally {
    await db.destroy()
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
