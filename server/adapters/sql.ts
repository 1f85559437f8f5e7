import type { Kysely } from "kysely"
import { contextValue, runWithContext } from "./ambient.ts"
import type { Adapter } from "./contract.ts"
import { markExtendable, markJoinable } from "./extended.ts"
import { accounts } from "./sql/accounts.ts"
import { authenticators } from "./sql/authenticators.ts"
import { migrate, migrationSql } from "./sql/migrations.ts"
import { sessions } from "./sql/sessions.ts"
import { createStatements, type AnyKysely, type SqlDialectName, type Statements } from "./sql/statements.ts"
import { tokens } from "./sql/tokens.ts"
import { users } from "./sql/users.ts"

export { mysqlDialect, type MySqlConnection, type MySqlPool } from "./sql/mysql.ts"
export { postgresDialect, type PgClient, type PgPool } from "./sql/postgres.ts"
export { sqliteDialect } from "./sql/sqlite.ts"
export { migrationSql, type SqlDialectName }

export interface SqlAdapterOptions {
  /** Prefix of the tables' names. @default "auth_" */
  prefix?: string | undefined
  /** @default the dialect of the Kysely instance */
  dialect?: SqlDialectName | undefined
  /** Columns that the app added to the users' table. They are read into the user and written from it. */
  userFields?: readonly string[] | undefined
}

/** An adapter with every operation, and the migration of its tables. */
export interface SqlAdapter extends Required<Adapter> {
  /** Creates or updates the tables. Returns the numbers of the steps that ran. */
  migrate(): Promise<readonly number[]>
}

export const DEFAULT_PREFIX = "auth_"
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/

/**
 * Stores users in SQLite, PostgreSQL, MySQL or MariaDB through Kysely. Keys are compared byte for byte, whatever the
 * server's collation. Unique keys in the database reject duplicates.
 *
 * @throws {TypeError} if the prefix or a field isn't a plain name, or the dialect is unknown
 */
export function SqlAdapter<Tables>(db: Kysely<Tables>, options: SqlAdapterOptions = {}): SqlAdapter {
  const { prefix = DEFAULT_PREFIX, userFields = [] } = options
  for (const name of [...(prefix ? [prefix] : []), ...userFields]) {
    if (!IDENTIFIER.test(name))
      throw new TypeError(`${JSON.stringify(name)} isn't a valid name. Use letters, digits and _`)
  }
  // Latchkit's statements name their tables themselves, and a plugin that renames columns must not change them
  const plainDb = db.withoutPlugins() as unknown as AnyKysely
  const dialect = options.dialect ?? detectDialect(plainDb)
  const sql = createStatements(plainDb, { dialect, prefix, key: db })
  return markExtendable({
    ...sqlOperations(sql, { userFields, key: db }),
    migrate: () => migrate(plainDb, dialect, prefix),
  })
}

/**
 * Returns the transaction that Latchkit is in on `db`, or `db` itself. Use it for queries in an operation that you
 * override, as in `{ ...SqlAdapter(db), createUser }`. They are then committed or undone with the rest of the sign-in.
 */
export function currentTransaction<Tables>(db: Kysely<Tables>): Kysely<Tables> {
  return contextValue<Kysely<Tables>>(db) ?? db
}

function sqlOperations(sql: Statements, { userFields, key }: OperationsOptions): Required<Adapter> {
  return {
    wantsTokenHashes: true,
    keepsSessionDetails: true,
    keepsSessionEpoch: true,
    transaction: (run) =>
      sql.atomic((within) =>
        run(
          markJoinable(sqlOperations(within, { userFields, key }), (inside) =>
            within.transaction ? runWithContext(key, within.transaction, inside) : inside(),
          ),
        ),
      ),
    ...users(sql, userFields),
    ...accounts(sql),
    ...sessions(sql, userFields),
    ...tokens(sql),
    ...authenticators(sql),
  }
}

interface OperationsOptions {
  userFields: readonly string[]
  /** Identifies a transaction in progress. */
  key: object
}

function detectDialect(db: AnyKysely): SqlDialectName {
  // Detected by the SQL that it compiles: the app may have another copy of Kysely, and a bundler renames classes
  const asking = db as unknown as Kysely<{ users: { id: number } }> // this query is only compiled, never run
  const { sql } = asking.selectFrom("users").where("id", "=", 1).compile()
  const found = DIALECT_SYNTAX.find(([, form]) => form.test(sql))
  if (found) return found[0]
  throw new TypeError("Unknown dialect. Set `dialect` to sqlite, postgres or mysql")
}

const DIALECT_SYNTAX: readonly (readonly [SqlDialectName, RegExp])[] = [
  ["sqlite", /"id" = \?$/],
  ["postgres", /"id" = \$1$/],
  ["mysql", /`id` = \?$/],
]
