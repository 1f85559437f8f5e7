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
import { coreAdapter } from "./core/index.ts"
import { TABLES } from "./core/tables.ts"
import { batchDriver } from "./d1/driver.ts"
import { BATCHING, type Batching } from "./sql/batching.ts"

/** The part of a D1 binding, or of its session, that is used here. */
export interface D1Binding {
  prepare(text: string): D1Statement
  batch(statements: D1Statement[]): Promise<D1Result[]>
}

/** The part of D1's prepared statement that is used here. */
export interface D1Statement {
  bind(...values: unknown[]): D1Statement
  all(): Promise<D1Result>
}

/** The part of D1's result that is used here. */
export interface D1Result {
  results: unknown[]
  meta: { changes?: number }
}

/**
 * Creates Kysely's dialect for Cloudflare D1: `new Kysely({ dialect: d1Dialect(env.DB) })`. D1 has no transactions that
 * stay open, so `db.transaction()` throws. `SqlAdapter` doesn't need them: it sends each change as one batch.
 *
 * Pass the binding itself, or `env.DB.withSession("first-primary")`. A session that may read from a replica could still
 * find a login session that has just ended.
 *
 * @throws {TypeError} if `database` isn't a binding
 */
export function d1Dialect(database: D1Binding): Dialect {
  requireBinding(database)
  return {
    createAdapter: () => new D1Adapter(database),
    createDriver: () => createDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class D1Adapter extends SqliteAdapter {
  readonly [BATCHING]: Batching

  constructor(database: D1Binding) {
    super()
    const run: Batching["run"] = async (queries) =>
      void (await database.batch(queries.map((query) => prepare(database, query))))
    this[BATCHING] = {
      run,
      createOperations(db, { prefix, userFields }) {
        const driver = batchDriver(db, { prefix, fields: userFields, runBatch: run })
        return coreAdapter(driver, { users: { columns: TABLES.users.columns, fields: userFields }, key: driver })
      },
    }
  }
}

function requireBinding(database: unknown): asserts database is D1Binding {
  if (typeof database === "object" && database !== null && "prepare" in database && "batch" in database) return
  const found = database instanceof Promise ? "a Promise" : String(database)
  throw new TypeError(
    `\`d1Dialect\` got ${found}, but a D1 binding was expected. Pass \`env.DB\` in the request, where \`DB\` is the ` +
      "binding's name in your Wrangler configuration",
  )
}

function createDriver(database: D1Binding): Driver {
  const reject = () => Promise.reject(new Error(NO_TRANSACTIONS))
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const { results, meta } = await prepare(database, query).all()
      // Kysely's caller knows the type of the rows
      return { rows: results as R[], numAffectedRows: BigInt(meta.changes ?? 0) }
    },
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

const NO_TRANSACTIONS =
  "Transactions: D1 has none that stay open. Use `env.DB.batch([…])`, or `adapter.transaction` of `SqlAdapter`"

function prepare(database: D1Binding, { sql, parameters }: CompiledQuery): D1Statement {
  return database.prepare(sql).bind(...parameters.map(toBindable))
}

// D1 rejects other values
function toBindable(value: unknown): unknown {
  if (typeof value === "boolean" || typeof value === "bigint") return Number(value)
  if (value instanceof Date) return value.toISOString()
  return value ?? null
}
