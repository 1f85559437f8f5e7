import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite"
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from "kysely"
import { LruMap } from "../../crypto/memory.ts"

const STATEMENTS_KEPT = 256

/**
 * Kysely's dialect for the SQLite that is part of Node: `new Kysely({ dialect: sqliteDialect(new DatabaseSync("app.db")) })`.
 * Statements stay prepared; several processes may share the file.
 */
export function sqliteDialect(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driverOver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

function driverOver(database: DatabaseSync): Driver {
  const connection = connectionTo(database)
  const run = async (text: string): Promise<void> => void (await connection.executeQuery(CompiledQuery.raw(text)))
  return {
    init: () =>
      // Readers do not wait for the writer. A writer waits for the one before in steps, so that this process goes on
      patiently(() => database.exec("pragma busy_timeout = 10; pragma journal_mode = wal; pragma foreign_keys = on")),
    acquireConnection: async () => connection,
    // Immediate: a transaction that reads first and writes later would fail at once when another process wrote between
    beginTransaction: () => run("begin immediate"),
    commitTransaction: () => run("commit"),
    rollbackTransaction: () => run("rollback"),
    releaseConnection: async () => undefined,
    destroy: async () => database.close(),
  }
}

const PATIENCE = 10_000
const SQLITE_BUSY = 5

async function patiently<T>(run: () => T): Promise<T> {
  for (const until = Date.now() + PATIENCE; ;) {
    try {
      return run()
    } catch (error) {
      // Its extended codes have more bits
      const code: unknown = error instanceof Error ? Reflect.get(error, "errcode") : undefined
      if (typeof code !== "number" || (code & 0xff) !== SQLITE_BUSY || Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * 10))
    }
  }
}

interface Prepared {
  readonly statement: StatementSync
  readonly reads: boolean
}

function connectionTo(database: DatabaseSync): DatabaseConnection {
  const kept = new LruMap<string, Prepared>(STATEMENTS_KEPT)
  const prepare = (text: string): Prepared => {
    const known = kept.get(text)
    if (known) return known
    const statement = database.prepare(text)
    const prepared = { statement, reads: statement.columns().length > 0 }
    kept.set(text, prepared)
    return prepared
  }
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { statement, reads } = prepare(sql)
      const values = parameters.map(bindable)
      // The caller of Kysely says what the rows are
      if (reads) return { rows: (await patiently(() => statement.all(...values))) as R[] }
      const { changes, lastInsertRowid } = await patiently(() => statement.run(...values))
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    },
    async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
      // A statement of its own: a kept one may be run again while this one is being read
      for (const row of database.prepare(sql).iterate(...parameters.map(bindable))) yield { rows: [row as R] }
    },
  }
}

function bindable(value: unknown): SQLInputValue {
  if (typeof value === "boolean") return Number(value)
  if (value instanceof Date) return value.toISOString()
  return value as SQLInputValue // what SQLite cannot hold, node:sqlite refuses
}
