import {
  DummyDriver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
} from "kysely"
import { batchTransactions } from "./batches.ts"
import { BATCHING, type Batching, type RunBatch } from "./batching.ts"

/** A database with SQLite's statements that runs several of them all or nothing. */
export interface BatchDatabase {
  execute(query: CompiledQuery): Promise<QueryResult<unknown>>
  runBatch: RunBatch
  /** Why an app can't begin a transaction, and what to do instead. */
  readonly noTransactions: string
}

/** Creates Kysely's dialect for a database without transactions that stay open. */
export function batchDialect(database: BatchDatabase): Dialect {
  return {
    createAdapter: () => new BatchAdapter(database.runBatch),
    createDriver: () => new BatchDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class BatchAdapter extends SqliteAdapter {
  readonly [BATCHING]: Batching

  constructor(run: RunBatch) {
    super()
    this[BATCHING] = { run, transactions: (db, statements) => batchTransactions(db, statements, run) }
  }
}

class BatchDriver extends DummyDriver {
  readonly #database: BatchDatabase

  constructor(database: BatchDatabase) {
    super()
    this.#database = database
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const { execute } = this.#database
    return {
      // Kysely's caller knows the type of the rows
      executeQuery: async <R>(query: CompiledQuery) => (await execute(query)) as QueryResult<R>,
      async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
        yield (await execute(query)) as QueryResult<R> // the same
      },
    }
  }

  override beginTransaction(): Promise<never> {
    return Promise.reject(new Error(this.#database.noTransactions))
  }
}

/** Returns a value that D1 and libSQL take: they reject the others, or store them in another form. */
export function toBindable(value: unknown): unknown {
  if (typeof value === "boolean" || typeof value === "bigint") return Number(value)
  if (value instanceof Date) return value.toISOString()
  return value ?? null
}
