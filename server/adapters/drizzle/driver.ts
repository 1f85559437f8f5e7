import { sql, type Column, type SQL } from "drizzle-orm"
import { CHANGED_MARK, optimisticTransactions } from "../core/optimistic.ts"
import type { Batches, Driver, Selection, Snapshot, Write } from "../core/verbs.ts"
import type { DrizzleDialect } from "./dialect.ts"
import { withFittingKey } from "../core/keys.ts"
import { Queries, type Executor, type Query } from "./queries.ts"
import type { MappedDrizzle } from "./tables.ts"
import { drizzleVerbs, READ_COMMITTED } from "./verbs.ts"

/** Creates the driver of a database, or of a transaction that the app began. */
export function drizzleDriver(db: Executor, mapped: MappedDrizzle, dialect: DrizzleDialect): Driver {
  const queries = new Queries(mapped)
  const verbs = drizzleVerbs(db, { queries, mapped, dialect })
  if (dialect.mode === "batch" || dialect.mode === "sync") {
    const fitKey: Batches["fitKey"] = (user) => withFittingKey(user, mapped.userKey, dialect.name)
    const batches = { fitKey, ...batchesOn(db, queries, dialect.mode) }
    return { ...verbs, transaction: optimisticTransactions(batches) }
  }
  const within: DrizzleDialect = { name: dialect.name, mode: "joined" }
  return {
    ...verbs,
    isJoined: dialect.mode === "joined",
    // In a transaction of the app, it is a savepoint
    transaction: (run) =>
      db.transaction(
        (transaction) => run(drizzleVerbs(transaction, { queries, mapped, dialect: within }), transaction),
        dialect.mode === "interactive" ? READ_COMMITTED : undefined,
      ),
  }
}

function batchesOn(db: Executor, queries: Queries, mode: "batch" | "sync"): Batches {
  // Short names of their own, because two columns of one name would be one
  const aliased = (selection: Selection): { rows: Query; list: SQL } => {
    const columns = Object.values(queries.fields(selection.table))
    const fields = columns.map((column: Column, index) => [`c${index}`, sql`${column}`.as(`c${index}`)])
    const names = columns.map((_, index) => sql.raw(`c${index}`))
    const list = sql`json_group_array(json_array(${sql.join(names, sql`, `)}))`
    return { rows: queries.select(db, selection, Object.fromEntries(fields)), list }
  }
  // A builder, because drizzle-orm 0.45 can't run raw SQL with parameters in a batch of D1
  const guard = (executor: Executor, { selection, fingerprint }: Snapshot): Query => {
    const { rows, list } = aliased(selection)
    const changed = sql.raw(`json_extract('{}', '${CHANGED_MARK}')`)
    const ok = sql`case when (select ${list} from ${rows}) = ${fingerprint} then 1 else ${changed} end`
    return executor.select({ ok: ok.as("ok") }).from(sql`(select 1)`)
  }
  const toQuery = (executor: Executor, write: Write): Query => {
    if (write.verb === "insert") return queries.insert(executor, write.table, write.row)
    if (write.verb === "update") return queries.update(executor, write.table, write.set, write.where)
    return queries.erase(executor, write.table, write.where)
  }
  return {
    async snapshot(selection) {
      const { rows, list } = aliased(selection)
      const [found] = await db.all(sql`select ${list} as fingerprint from ${rows}`)
      const fingerprint = String(Reflect.get(Object(found), "fingerprint"))
      const values = JSON.parse(fingerprint) as readonly (readonly unknown[])[] // as `list` makes it
      return { selection, fingerprint, rows: values.map((row) => queries.decodeRaw(selection.table, row)) }
    },
    async commit(snapshots, writes) {
      if (mode === "batch") {
        const guards = snapshots.map((snapshot) => guard(db, snapshot))
        return void (await db.batch([...guards, ...writes.map((write) => toQuery(db, write))]))
      }
      // Returns at once, so no lock is held while another request runs
      db.transaction(
        (transaction) => {
          for (const snapshot of snapshots) guard(transaction, snapshot).all()
          for (const write of writes) toQuery(transaction, write).run()
        },
        { behavior: "immediate" },
      )
    },
  }
}
