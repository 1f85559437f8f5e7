import { repeatWhileBusy, translated } from "../core/store.ts"
import { tableNames, type SqlDialectName, type TableNames, type TablesKysely } from "./tables.ts"

/** Runs the queries of a migration, alone or in a transaction. */
export interface Database {
  readonly dialect: SqlDialectName
  readonly names: TableNames
  /** Runs one query. @throws {AdapterConflict} if the key of a row is taken */
  run<T>(query: (db: TablesKysely) => Promise<T>): Promise<T>
  /** Runs all or nothing. `run` is called again after a deadlock. */
  atomic<T>(run: (within: Omit<Database, "atomic">) => Promise<T>): Promise<T>
}

/** Creates the database of a migration. `prefix` begins the tables' names. */
export function createDatabase(db: TablesKysely, dialect: SqlDialectName, prefix: string): Database {
  const shared = { dialect, names: tableNames(prefix) }
  return {
    ...shared,
    run: (query) => repeatWhileBusy(() => translated(() => query(db))),
    atomic: (run) =>
      repeatWhileBusy(() =>
        db.transaction().execute((transaction) => {
          return run({ ...shared, run: (query) => translated(() => query(transaction)) })
        }),
      ),
  }
}
