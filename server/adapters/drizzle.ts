import type { Table } from "drizzle-orm"
import type { Adapter } from "./contract.ts"
import { coreAdapter } from "./core/index.ts"
import { currentHandle } from "./core/store.ts"
import { detectDialect } from "./drizzle/dialect.ts"
import { drizzleDriver } from "./drizzle/driver.ts"
import type { Executor } from "./drizzle/queries.ts"
import { mapDrizzle, type AnyTables, type DrizzleTables, type DrizzleUser } from "./drizzle/tables.ts"

export type { DrizzleTables, DrizzleUser, DrizzleUsers, UserColumn } from "./drizzle/tables.ts"

/** The part of a database or transaction of Drizzle that is used here. Any driver's has it. */
export interface DrizzleDatabase {
  /** Begins a query. */
  select(...parameters: never[]): unknown
  /** Begins an insert. */
  insert(...parameters: never[]): unknown
  /** Begins an update. */
  update(...parameters: never[]): unknown
  /** Begins a deletion. */
  delete(...parameters: never[]): unknown
}

/**
 * Stores users in your own tables of Drizzle: in PostgreSQL, MySQL, MariaDB, SQLite, libSQL or D1. Names, casing and
 * types of the columns are those of the tables, whose changes drizzle-kit migrates.
 *
 * With `DrizzleAdapter(tx, tables)`, every operation is part of your own transaction, and undone with it. Then an
 * operation isn't repeated after a deadlock.
 *
 * @example
 * import * as tables from "./schema.ts"
 * const adapter = DrizzleAdapter(drizzle(pool), { ...tables, users: { table: tables.people, fields: ["role"] } })
 *
 * @throws {TypeError} if a table or column is missing or can't store the values unchanged, or if the driver can't
 *   store several rows all or nothing
 */
export function DrizzleAdapter<Users extends Table, Field extends keyof Users["_"]["columns"] & string = never>(
  db: DrizzleDatabase,
  tables: DrizzleTables<Users, Field>,
): Required<Adapter<DrizzleUser<Users, Field>>> {
  // With `withReplicas`, a replica may still have a session that has just ended
  const primary: DrizzleDatabase = Reflect.get(Object(db), "$primary") ?? db
  const dialect = detectDialect(primary)
  const mapped = mapDrizzle(tables as AnyTables, dialect.name) // without the type of the app's columns
  // The dialects' builders have the same methods, but no type in common
  const driver = drizzleDriver(primary as unknown as Executor, mapped, dialect)
  const adapter = coreAdapter(driver, { users: mapped.users, key: db })
  return adapter as Required<Adapter<DrizzleUser<Users, Field>>> // it reads the columns in `fields`
}

/**
 * Returns the transaction that Latchkit is in on `db`, or `db` itself. Use it for queries in an operation that you
 * override, as in `{ ...DrizzleAdapter(db, tables), createUser }`. They are then committed or undone with the rest of
 * the sign-in. On SQLite, libSQL and D1 it is always `db`, whose queries run at once.
 */
export function currentTransaction<Database extends DrizzleDatabase>(db: Database): Database {
  return currentHandle(db)
}
