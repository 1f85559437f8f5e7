import type { CompiledQuery, Dialect } from "kysely"
import { requireMethods } from "../arguments.ts"
import { batchDialect, toBindable } from "./sql/batch-dialect.ts"

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
  requireMethods("d1Dialect", database, ["prepare", "batch"], NO_BINDING)
  return batchDialect({
    async execute(query) {
      const { results, meta } = await prepare(database, query).all()
      return { rows: results, numAffectedRows: BigInt(meta.changes ?? 0) }
    },
    async runBatch(queries) {
      await database.batch(queries.map((query) => prepare(database, query)))
    },
    noTransactions: NO_TRANSACTIONS,
  })
}

const NO_BINDING = "Pass `env.DB` in the request, where `DB` is the name of a D1 binding in your Wrangler configuration"
const NO_TRANSACTIONS =
  "Transactions: D1 has none that stay open. Use `env.DB.batch([…])`, or `adapter.transaction` of `SqlAdapter`"

function prepare(database: D1Binding, { sql, parameters }: CompiledQuery): D1Statement {
  return database.prepare(sql).bind(...parameters.map(toBindable))
}
