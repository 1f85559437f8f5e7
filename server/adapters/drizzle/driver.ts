import { sql, type Column, type SQL } from "drizzle-orm"
import { CHANGED_MARK, jsonBatches, optimisticTransactions } from "../core/optimistic.ts"
import type { Batches, Driver, Selection } from "../core/verbs.ts"
import type { DrizzleDialect } from "./dialect.ts"
import { Queries, type Executor, type Query } from "./queries.ts"
import type { MappedDrizzle } from "./tables.ts"
import { drizzleVerbs, READ_COMMITTED } from "./verbs.ts"

/** Creates the driver of a database, or of a transaction that the app began. */
export function drizzleDriver(db: Executor, mapped: MappedDrizzle, dialect: DrizzleDialect): Driver {
  const queries = new Queries(mapped)
  const verbs = drizzleVerbs(db, queries, dialect)
  if (dialect.mode === "batch" || dialect.mode === "sync")
    return { ...verbs, transaction: optimisticTransactions(batchesOn(db, queries, dialect.mode)) }
  const within: DrizzleDialect = { name: dialect.name, mode: "joined" }
  return {
    ...verbs,
    isJoined: dialect.mode === "joined",
    // In a transaction of the app, it is a savepoint
    transaction: (run) =>
      db.transaction(
        (transaction) => run(drizzleVerbs(transaction, queries, within), transaction),
        dialect.mode === "interactive" ? READ_COMMITTED : undefined,
      ),
  }
}

/** A statement of a batch. */
interface Step {
  readonly method: "all" | "run"
  build(executor: Executor): Query
}

function batchesOn(db: Executor, queries: Queries, mode: "batch" | "sync"): Batches {
  // Short names of their own, because two columns of one name would be one
  const list = (selection: Selection, executor: Executor): SQL => {
    const columns = Object.values(queries.fields(selection.table))
    const fields = columns.map((column: Column, index) => [`c${index}`, sql`${column}`.as(`c${index}`)])
    const names = columns.map((_, index) => sql.raw(`c${index}`))
    const rows = queries.select(executor, selection, Object.fromEntries(fields))
    return sql`select json_group_array(json_array(${sql.join(names, sql`, `)})) as fingerprint from ${rows}`
  }
  const changed = sql.raw(`json_extract('{}', '${CHANGED_MARK}')`)
  const write = (build: Step["build"]): Step => ({ method: "run", build })
  return jsonBatches<Step>({
    async read(selection) {
      const [row] = await db.all(list(selection, db))
      return String(Reflect.get(Object(row), "fingerprint"))
    },
    decode: (table, values) => queries.decodeRaw(table, values),
    guard: ({ selection, fingerprint }) => ({
      method: "all",
      build(executor) {
        const ok = sql`case when (${list(selection, executor)}) = ${fingerprint} then 1 else ${changed} end`
        // A builder, because drizzle-orm 0.45 can't run raw SQL with parameters in a batch of D1
        return executor.select({ ok: ok.as("ok") }).from(sql`(select 1)`)
      },
    }),
    insert: (table, row) => write((executor) => queries.insert(executor, table, row)),
    update: (table, set, where) => write((executor) => queries.update(executor, table, set, where)),
    erase: (table, where) => write((executor) => queries.erase(executor, table, where)),
    async run(steps) {
      if (mode === "batch") return void (await db.batch(steps.map(({ build }) => build(db))))
      // Returns at once, so no lock is held while another request runs
      const runSteps = (transaction: Executor) => {
        for (const { method, build } of steps) build(transaction)[method]()
      }
      db.transaction(runSteps, { behavior: "immediate" })
    },
  })
}
