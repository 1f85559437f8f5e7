import { Kysely } from "kysely"
import type { FullAdapter } from "../../server/adapters/memory.ts"
import { d1Dialect, type D1Binding } from "../../server/adapters/d1.ts"
import { SqlAdapter } from "../../server/adapters/sql.ts"
import { ADAPTER_RULES } from "../../server/testing/adapter-contract.ts"
import { RACES } from "./d1-races.ts"

/** A call that `dispatch` of `d1.test.ts` sends. */
export interface WorkerCall {
  run: "migrate" | "rule" | "race"
  /** The name of a rule or a race. */
  name?: string
  /** Makes keys of a race unique. */
  key?: string
  /** The number of this one of the parallel requests. */
  index?: number
}

/** Runs rules of the contract and races where the database is used: in a Worker, with an adapter for each request. */
export default {
  async fetch(request: Request, env: { DB: D1Binding }): Promise<Response> {
    const call = (await request.json()) as WorkerCall // of the test beside this file
    try {
      return Response.json({ result: (await run(call, openAdapter(env.DB))) ?? null })
    } catch (error) {
      return Response.json({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
    }
  },
}

function openAdapter(database: D1Binding): SqlAdapter {
  return SqlAdapter(new Kysely<object>({ dialect: d1Dialect(database) }))
}

async function run({ run: kind, name, key = "", index = 0 }: WorkerCall, adapter: SqlAdapter): Promise<unknown> {
  if (kind === "migrate") return adapter.migrate()
  if (kind === "rule") return ADAPTER_RULES.find((rule) => rule.name === name)?.check(adapter)
  return RACES[name ?? ""]?.(adapter satisfies FullAdapter, key, index)
}
