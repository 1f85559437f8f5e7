import { DatabaseSync, type SQLInputValue } from "node:sqlite"
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3"
import { BaseSQLiteDatabase, SQLiteSyncDialect } from "drizzle-orm/sqlite-core"
import { BetterSQLiteSession } from "drizzle-orm/better-sqlite3/session"

/**
 * Opens a database in memory as `drizzle-orm/better-sqlite3` does, over Node's own SQLite. Drizzle's session has the
 * synchronous transactions, and needs only these methods of the package.
 */
export function openSyncSqlite(): { db: BetterSQLite3Database; file: DatabaseSync } {
  const file = new DatabaseSync(":memory:")
  const client = {
    prepare: (text: string) => prepare(file, text, false),
    transaction: (run: (value: unknown) => unknown) => ({
      immediate: (value: unknown) => transact(file, "immediate", () => run(value)),
      deferred: (value: unknown) => transact(file, "deferred", () => run(value)),
    }),
  }
  const dialect = new SQLiteSyncDialect()
  type Parameters = ConstructorParameters<typeof BetterSQLiteSession>
  const session = new BetterSQLiteSession(client as unknown as Parameters[0], dialect, undefined) // the methods above
  const db = new BaseSQLiteDatabase("sync", dialect, session as never, undefined)
  return { db: db as unknown as BetterSQLite3Database, file } // the same class without a name
}

function prepare(file: DatabaseSync, text: string, isRaw: boolean) {
  const statement = file.prepare(text)
  statement.setReturnArrays(isRaw)
  return {
    run: (...values: SQLInputValue[]) => statement.run(...values),
    all: (...values: SQLInputValue[]) => statement.all(...values),
    get: (...values: SQLInputValue[]) => statement.get(...values),
    raw: () => prepare(file, text, true),
  }
}

function transact<T>(file: DatabaseSync, behavior: string, run: () => T): T {
  file.exec(`begin ${behavior}`)
  try {
    const result = run()
    file.exec("commit")
    return result
  } catch (error) {
    file.exec("rollback")
    throw error
  }
}
