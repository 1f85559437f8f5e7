import { existsSync } from "node:fs"
import { Kysely, sql, type Dialect } from "kysely"
import type { AccountRecord, AccountRecordKind } from "../adapters/account-record.ts"
import { toText } from "../adapters/core/columns.ts"
import type { Row } from "../adapters/core/verbs.ts"
import { DEFAULT_PREFIX, mysqlDialect, postgresDialect, sqliteDialect, type SqlDialectName } from "../adapters/sql.ts"
import { tableNames } from "../adapters/sql/tables.ts"
import type { RecordChanges } from "../core/proofs/change-record.ts"

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

/** The account records that commands read and change. */
export interface StoredRecords extends RecordChanges {
  /** Returns all records of a kind. */
  ofKind(kind: AccountRecordKind): AsyncIterable<AccountRecord>
}

/** A database with any tables. */
export type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>

/** Rows that one query reads. */
const PAGE = 500

/**
 * Opens the table of account records. It may be in any schema. Its owners may be in `user_id`, and its columns may have
 * the types of Drizzle and Prisma.
 *
 * @throws {Error} if there is no such table
 */
export async function openRecords(db: AnyDatabase, prefix = DEFAULT_PREFIX): Promise<StoredRecords> {
  const { accountRecords: name } = tableNames(prefix)
  const tables = (await db.introspection.getTables()).filter((table) => table.name === name)
  const current = tables.length > 1 ? await currentSchema(db) : undefined
  const table = tables.find(({ schema }) => schema === current) ?? tables[0]
  const owner = table?.columns.find((column) => plainName(column.name) === "userid")?.name
  if (!table || owner === undefined) throw new Error(`There is no table ${name} with Latchkit's columns`)
  const rows = table.schema === undefined ? db : db.withSchema(table.schema)
  const select = (kind: AccountRecordKind) =>
    rows
      .selectFrom(name)
      .select(["id", "data", "version", `${owner} as userId`])
      .where("kind", "=", kind)
  return {
    async *ofKind(kind) {
      const pages = { last: "" }
      while (true) {
        const page = await select(kind).where("id", ">", pages.last).orderBy("id").limit(PAGE).execute()
        const records = page.map((row) => toRecord(kind, row))
        yield* records
        if (records.length < PAGE) return
        pages.last = records.at(-1)?.id ?? ""
      }
    },
    async getAccountRecord(kind, id) {
      const [row] = await select(kind).where("id", "=", id).execute()
      return row ? toRecord(kind, row) : null
    },
    async updateAccountRecord({ kind, id, data, version }) {
      const { numUpdatedRows } = await rows
        .updateTable(name)
        .set({ data, version: version + 1 })
        .where("kind", "=", kind)
        .where("id", "=", id)
        .where("version", "=", version)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
  }
}

/** Returns the schema of PostgreSQL in which a table without one is looked up. */
async function currentSchema(db: AnyDatabase): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select current_schema() as "name"`.execute(db)
  return rows[0]?.name
}

/** Returns a column's name as all tools agree on it: `providerAccountId` and `provider_account_id` are the same. */
export const plainName = (column: string): string => column.replaceAll("_", "").toLowerCase()

/** The columns of a users' table, also of the app's own, as {@link plainName} writes them. */
export const [ADDRESS, VERIFIED] = [/^e?mail(?:address)?$/, /verified|confirmed/] as const

// MySQL's binary columns return bytes, and PostgreSQL's large integers are texts
const toRecord = (kind: AccountRecordKind, { id, data, version, userId }: Row): AccountRecord => ({
  kind,
  id: toText(id),
  data: toText(data),
  version: Number(version),
  userId: userId === null ? null : toText(userId),
  expires: null, // the kinds that commands read don't expire
})
