import type { Kysely } from "kysely"
import { requireMethods } from "../arguments.ts"
import type { Adapter } from "./contract.ts"
import { coreAdapter } from "./core/index.ts"
import { currentHandle } from "./core/store.ts"
import { TABLES } from "./core/tables.ts"
import { markExtendable } from "./extended.ts"
import { sqlDriver } from "./sql/driver.ts"
import { migrate } from "./sql/migrate.ts"
import type { SqlDialectName, TablesKysely } from "./sql/tables.ts"

export { mysqlDialect, type MySqlConnection, type MySqlPool } from "./sql/mysql.ts"
export { postgresDialect, type PgClient, type PgPool } from "./sql/postgres.ts"
export { sqliteDialect } from "./sql/sqlite.ts"
export { migrationSql } from "./sql/migrations.ts"
export type { SqlDialectName }

/** The options of {@link SqlAdapter}. */
export interface SqlAdapterOptions {
  /** Prefix of the tables' names. @default "auth_" */
  prefix?: string | undefined
  /** The database's kind. @default the dialect of the Kysely instance */
  dialect?: SqlDialectName | undefined
  /**
   * Columns that the app added to the users' table. They are read into the user and written from it. A new user without
   * a value gets the column's default. A field of the sign-up form with the same name is stored there.
   */
  userFields?: readonly string[] | undefined
}

/** An adapter with every operation, and the migration of its tables. */
export interface SqlAdapter extends Required<Adapter> {
  /**
   * Creates or updates the tables. The version before can still use them. Returns the numbers of the steps that ran.
   *
   * With `contract`, removes what only older versions need instead.
   *
   * @throws {Error} with `contract`, unless `migrate()` of this version was the last one, at least 7 days ago
   */
  migrate(options?: { contract?: boolean | undefined }): Promise<readonly number[]>
}

/** The default prefix of the tables' names. */
export const DEFAULT_PREFIX = "auth_"
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/

/**
 * Stores users in SQLite, D1, libSQL, PostgreSQL, MySQL or MariaDB through Kysely. Keys are compared byte for byte,
 * whatever the server's collation. Unique keys in the database reject duplicates.
 *
 * @throws {TypeError} if `db` isn't of Kysely, the prefix or a field isn't a plain name, or the dialect is unknown
 */
export function SqlAdapter<Tables>(db: Kysely<Tables>, options: SqlAdapterOptions = {}): SqlAdapter {
  requireMethods("SqlAdapter", db, ["selectFrom", "withoutPlugins"], "Pass `new Kysely({ dialect })`")
  const { prefix = DEFAULT_PREFIX, userFields = [] } = options
  for (const name of [...(prefix ? [prefix] : []), ...userFields]) {
    if (!IDENTIFIER.test(name))
      throw new TypeError(`${JSON.stringify(name)} isn't a valid name. Use letters, digits and _`)
  }
  // Latchkit names its tables itself, and a plugin that renames columns must not change them
  const bareDb = db.withoutPlugins() as unknown as TablesKysely
  const dialect = options.dialect ?? detectDialect(bareDb)
  const schema = schemaIn(db as unknown as TablesKysely)
  if (schema !== undefined && dialect === "sqlite")
    throw new TypeError(`SQLite has no schema, but the Kysely instance has ${JSON.stringify(schema)}. Set \`prefix\``)
  const plainDb = schema === undefined ? bareDb : bareDb.withSchema(schema)
  const driver = sqlDriver(plainDb, { dialect, prefix, fields: userFields })
  const operations = coreAdapter(driver, { users: { columns: TABLES.users.columns, fields: userFields }, key: db })
  return markExtendable<SqlAdapter>({
    ...operations,
    migrate: (run) => migrate(plainDb, { dialect, prefix, schema }, run),
  })
}

/**
 * Returns the transaction that Latchkit is in on `db`, or `db` itself. Use it for queries in an operation that you
 * override, as in `{ ...SqlAdapter(db), createUser }`. They are then committed or undone with the rest of the
 * sign-in. On D1 and libSQL, it is always `db`, whose queries run at once.
 */
export function currentTransaction<Tables>(db: Kysely<Tables>): Kysely<Tables> {
  return currentHandle(db)
}

/** Returns the schema of `withSchema`, from the SQL that it compiles. Other plugins are left out. */
function schemaIn(db: TablesKysely): string | undefined {
  const { sql } = db.selectFrom("users").select("id").compile()
  return /from (["`])([^"`]+)\1\.\1/.exec(sql)?.[2]
}

function detectDialect(db: TablesKysely): SqlDialectName {
  // Detected by the SQL that it compiles: the app may have another copy of Kysely, and a bundler renames classes
  const { sql } = db.selectFrom("users").where("id", "=", 1).compile()
  const [, syntax = ""] = /("id" = \?|"id" = \$1|`id` = \?)$/.exec(sql) ?? []
  const dialect = DIALECTS[syntax]
  if (dialect === undefined) throw new TypeError("Unknown dialect. Set `dialect` to sqlite, postgres or mysql")
  return dialect
}

const DIALECTS: Readonly<Record<string, SqlDialectName>> = {
  '"id" = ?': "sqlite",
  '"id" = $1': "postgres",
  "`id` = ?": "mysql",
}
