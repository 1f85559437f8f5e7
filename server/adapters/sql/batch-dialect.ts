import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from "kysely"
import { coreAdapter } from "../core/index.ts"
import { TABLES } from "../core/tables.ts"
import { BATCHING, type Batching, type RunBatch } from "./batching.ts"
import { batchDriver } from "./batch-driver.ts"

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
    createDriver: () => createDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class BatchAdapter extends SqliteAdapter {
  readonly [BATCHING]: Batching

  constructor(runBatch: RunBatch) {
    super()
    this[BATCHING] = {
      run: runBatch,
      createOperations(db, { prefix, userFields }) {
        const driver = batchDriver(db, { prefix, fields: userFields, runBatch })
        return coreAdapter(driver, { users: { columns: TABLES.users.columns, fields: userFields }, key: driver })
      },
    }
  }
}

function createDriver({ execute, noTransactions }: BatchDatabase): Driver {
  const reject = () => Promise.reject(new Error(noTransactions))
  const connection: DatabaseConnection = {
    // Kysely's caller knows the type of the rows
    executeQuery: async <R>(query: CompiledQuery) => (await execute(query)) as QueryResult<R>,
    async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
      yield await connection.executeQuery<R>(query)
    },
  }
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: reject,
    commitTransaction: reject,
    rollbackTransaction: async () => undefined,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  }
}

/** Returns a value that D1 and libSQL take: they reject the others, or store them in another form. */
export function toBindable(value: unknown): unknown {
  if (typeof value === "boolean" || typeof value === "bigint") return Number(value)
  if (value instanceof Date) return value.toISOString()
  return value ?? null
}
