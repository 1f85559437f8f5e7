import type { CompiledQuery, Dialect } from "kysely"
import { requireMethods } from "../arguments.ts"
import { batchDialect, toBindable } from "./sql/batch-dialect.ts"

/** The part of a client of `@libsql/client` that is used here. */
export interface LibsqlClient {
  execute(statement: LibsqlStatement): Promise<LibsqlResult>
  batch(statements: LibsqlStatement[], mode: "write"): Promise<LibsqlResult[]>
}

/** A statement of libSQL with its values. */
export interface LibsqlStatement {
  sql: string
  args: (string | number | null | Uint8Array)[]
}

/** The part of libSQL's result that is used here. */
export interface LibsqlResult {
  rows: object[]
  rowsAffected: number
}

/**
 * Creates Kysely's dialect for libSQL and Turso: `new Kysely({ dialect: libsqlDialect(createClient({ url })) })`.
 * `SqlAdapter` sends each change as one batch, which takes one round trip and holds no lock in between. For the same
 * reason, `db.transaction()` throws.
 *
 * @throws {TypeError} if `client` isn't a client of `@libsql/client`
 */
export function libsqlDialect(client: LibsqlClient): Dialect {
  requireMethods("libsqlDialect", client, ["execute", "batch"], "Pass `createClient(…)` of `@libsql/client`")
  return batchDialect({
    async execute(query) {
      const { rows, rowsAffected } = await client.execute(toStatement(query))
      return { rows, numAffectedRows: BigInt(rowsAffected) }
    },
    async runBatch(queries) {
      await client.batch(queries.map(toStatement), "write")
    },
    noTransactions: NO_TRANSACTIONS,
  })
}

const NO_TRANSACTIONS =
  "Transactions: of several on one client of libSQL, one succeeds. Use `client.batch([…])`, or `adapter.transaction` of " +
  "`SqlAdapter`"

function toStatement({ sql, parameters }: CompiledQuery): LibsqlStatement {
  return { sql, args: parameters.map(toBindable) as LibsqlStatement["args"] } // the client rejects other values
}
