import {
  DummyDriver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
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
  const { runBatch: run } = database
  const batching: Batching = { run, transactions: (db, statements) => batchTransactions(db, statements, run) }
  return {
    createAdapter: () => Object.assign(new SqliteAdapter(), { [BATCHING]: batching }),
    createDriver: () => batchDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

function batchDriver({ execute, noTransactions }: BatchDatabase): Driver {
  const connection: DatabaseConnection = {
    // Kysely's caller knows the type of the rows
    executeQuery: async <R>(query: CompiledQuery) => (await execute(query)) as QueryResult<R>,
    async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
      yield (await execute(query)) as QueryResult<R> // the same
    },
  }
  return Object.assign(new DummyDriver(), {
    acquireConnection: async () => connection,
    beginTransaction: () => Promise.reject(new Error(noTransactions)),
  })
}

/** Returns a value that D1 and libSQL take: they reject the others, or store them in another form. */
export function toBindable(value: unknown): unknown {
  if (typeof value === "boolean" || typeof value === "bigint") return Number(value)
  if (value instanceof Date) return value.toISOString()
  return value ?? null
}
