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
import { LruMap } from "../../core/crypto/memory.ts"
import { requireMethods } from "../../arguments.ts"

const MAX_STATEMENTS = 256

/**
 * Creates Kysely's dialect for Node's built-in SQLite: `new Kysely({ dialect: sqliteDialect(new
 * DatabaseSync("app.db")) })`. Statements stay prepared. Several processes may share the file.
 *
 * @throws {TypeError} if `database` belongs to another package, such as `bun:sqlite`
 */
export function sqliteDialect(database: DatabaseSync): Dialect {
  requireMethods("sqliteDialect", database, ["prepare"], "Pass `new DatabaseSync(…)` of node:sqlite")
  const statement = database.prepare("select 1")
  // Only the statements of better-sqlite3 have `reader`
  if (!("columns" in statement) || "reader" in statement) {
    const problem = `\`sqliteDialect\` got a ${database.constructor.name}, as of bun:sqlite or better-sqlite3`
    throw new TypeError(`${problem}. Pass \`new DatabaseSync(…)\` of node:sqlite, or use Kysely's \`SqliteDialect\``)
  }
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => createDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

function createDriver(database: DatabaseSync): Driver {
  const connection = createConnection(database)
  const run = async (text: string): Promise<void> => void (await connection.executeQuery(CompiledQuery.raw(text)))
  return {
    init: () =>
      // Readers don't wait for the writer. A writer retries in steps, so that the process isn't blocked
      retryWhileBusy(() =>
        database.exec("pragma busy_timeout = 10; pragma journal_mode = wal; pragma foreign_keys = on"),
      ),
    acquireConnection: async () => connection,
    // Immediate, because a transaction that reads first and writes later fails if another process writes in between
    beginTransaction: () => run("begin immediate"),
    commitTransaction: () => run("commit"),
    rollbackTransaction: () => run("rollback"),
    releaseConnection: async () => undefined,
    destroy: async () => database.close(),
  }
}

const BUSY_TIMEOUT = 10_000
const SQLITE_BUSY = 5

async function retryWhileBusy<T>(run: () => T): Promise<T> {
  for (const until = performance.now() + BUSY_TIMEOUT; ;) {
    try {
      return run()
    } catch (error) {
      // Extended error codes have more bits
      const code: unknown = error instanceof Error ? Reflect.get(error, "errcode") : undefined
      if (typeof code !== "number" || (code & 0xff) !== SQLITE_BUSY || performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * 10))
    }
  }
}

interface PreparedStatement {
  readonly statement: StatementSync
  readonly reads: boolean
}

function createConnection(database: DatabaseSync): DatabaseConnection {
  const statements = new LruMap<string, PreparedStatement>(MAX_STATEMENTS)
  const prepare = (text: string): PreparedStatement => {
    const cached = statements.get(text)
    if (cached) return cached
    requireMethods("sqliteDialect", database, ["prepare"], "Pass `new DatabaseSync(…)` of node:sqlite")
    const statement = database.prepare(text)
    const prepared = { statement, reads: statement.columns().length > 0 }
    statements.set(text, prepared)
    return prepared
  }
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { statement, reads } = prepare(sql)
      const values = parameters.map(toBindable)
      // Kysely's caller knows the type of the rows
      if (reads) return { rows: (await retryWhileBusy(() => statement.all(...values))) as R[] }
      const { changes, lastInsertRowid } = await retryWhileBusy(() => statement.run(...values))
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    },
    async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
      // Prepared separately, because a cached statement may run again while this one is being read
      for (const row of database.prepare(sql).iterate(...parameters.map(toBindable))) yield { rows: [row as R] }
    },
  }
}

function toBindable(value: unknown): SQLInputValue {
  if (typeof value === "boolean") return Number(value)
  if (value instanceof Date) return value.toISOString()
  return value as SQLInputValue // node:sqlite rejects other values
}
