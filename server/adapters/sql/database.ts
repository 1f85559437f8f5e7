import { repeatWhileBusy } from "../core/store.ts"
import { findBatching, type RunBatch } from "./batching.ts"
import type { SchemaTarget } from "./schema.ts"
import { tableNames, type TableNames, type TablesKysely } from "./tables.ts"

/** The database that a migration changes. */
export interface Database {
  readonly target: SchemaTarget
  readonly names: TableNames
  /** Runs one query. @throws {AdapterConflict} if the key of a row is taken */
  run<T>(query: (db: TablesKysely) => Promise<T>): Promise<T>
  /** Runs all or nothing. `run` is called again after a deadlock. */
  atomic<T>(run: (db: TablesKysely) => Promise<T>): Promise<T>
  /** Runs all or nothing, in a database that has no transaction. */
  readonly runBatch: RunBatch | undefined
}

/** Creates the database of a migration. */
export function createDatabase(db: TablesKysely, target: SchemaTarget): Database {
  return {
    target,
    names: tableNames(target.prefix),
    run: (query) => repeatWhileBusy(() => query(db)),
    atomic: (run) => repeatWhileBusy(() => db.transaction().execute(run)),
    runBatch: findBatching(db)?.run,
  }
}
