import { drizzle } from "drizzle-orm/d1"
import { Kysely } from "kysely"
import type { FullAdapter } from "../../server/adapters/memory.ts"
import { d1Dialect, type D1Binding } from "../../server/adapters/d1.ts"
import { DrizzleAdapter } from "../../server/adapters/drizzle.ts"
import { SqlAdapter } from "../../server/adapters/sql.ts"
import * as tables from "./sqlite-tables.ts"
import { ADAPTER_RULES } from "../../server/testing/adapter-contract.ts"
import { RACES } from "./d1-races.ts"

/** `drizzle-1` is a worker of its own, with Drizzle 1.0. */
export type AdapterName = "sql" | "drizzle" | "drizzle-1"

/** A call that `dispatch` of `d1.test.ts` sends. */
export interface WorkerCall {
  run: "migrate" | "rule" | "race" | "statements"
  /** The adapter, on the same tables. @default "sql" */
  adapter?: AdapterName
  /** The name of a rule or a race. */
  name?: string
  /** Makes keys of a race unique. */
  key?: string
  /** The number of this one of the parallel requests. */
  index?: number
  /** Statements for the binding, and its method. */
  statements?: readonly { text: string; values: readonly unknown[] }[]
  method?: "all" | "run" | "raw" | "batch"
}

/** Runs rules of the contract and races where the database is used: in a Worker, with an adapter for each request. */
export default {
  async fetch(request: Request, env: { DB: D1Binding }): Promise<Response> {
    const call = (await request.json()) as WorkerCall // of the test beside this file
    try {
      return Response.json({ result: (await run(call, env.DB)) ?? null })
    } catch (error) {
      return Response.json({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
    }
  },
}

const openSql = (database: D1Binding) => SqlAdapter(new Kysely<object>({ dialect: d1Dialect(database) }))
// Drizzle's type of the binding is Cloudflare's, which is another package
const openDrizzle = (database: D1Binding) => DrizzleAdapter(drizzle(database as Parameters<typeof drizzle>[0]), tables)

async function run(call: WorkerCall, database: D1Binding): Promise<unknown> {
  const { run: kind, adapter: adapterName, name, key = "", index = 0 } = call
  if (kind === "migrate") return openSql(database).migrate()
  if (kind === "statements") return runStatements(call, database)
  const adapter: FullAdapter = adapterName?.startsWith("drizzle") ? openDrizzle(database) : openSql(database)
  if (kind === "rule") return ADAPTER_RULES.find((rule) => rule.name === name)?.check(adapter)
  return RACES[name ?? ""]?.(adapter, key, index)
}

/** Runs statements on the binding itself, for an adapter outside of the Worker. */
async function runStatements({ statements = [], method = "all" }: WorkerCall, database: D1Binding): Promise<unknown> {
  const bound = statements.map(({ text, values }) => database.prepare(text).bind(...values))
  if (method === "batch") return database.batch(bound)
  const [statement] = bound
  return (statement as unknown as Record<typeof method, () => Promise<unknown>> | undefined)?.[method]() // a D1 statement has all three
}
