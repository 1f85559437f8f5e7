import { sql, type CompiledQuery, type RawBuilder } from "kysely"
import { CHANGED_MARK } from "../core/optimistic.ts"
import type { Batches, Row, Selection, Snapshot, Write } from "../core/verbs.ts"
import type { Statements } from "./statements.ts"
import type { TablesKysely } from "./tables.ts"

/** Runs statements all or nothing. */
export type RunBatch = (queries: readonly CompiledQuery[]) => Promise<void>

/** Where a dialect's adapter keeps its {@link RunBatch}. `Symbol.for`, because an app may bundle two copies. */
export const RUN_BATCH: unique symbol = Symbol.for("latchkit.batching")

/** Returns what runs batches on `db`, or `undefined` if it has transactions that stay open. */
export function findBatch(db: { getExecutor(): { adapter: object } }): RunBatch | undefined {
  return (db.getExecutor().adapter as { readonly [RUN_BATCH]?: RunBatch })[RUN_BATCH] // absent in other adapters
}

/** Creates the batches of a database with SQLite's statements. */
export function sqlBatches(db: TablesKysely, statements: Statements, runBatch: RunBatch): Batches {
  const toQuery = (write: Write) => {
    if (write.verb === "insert") return statements.insert(write.table, write.row)
    if (write.verb === "update") return statements.update(write.table, write.set, write.where)
    return statements.erase(write.table, write.where)
  }
  const fingerprint = (selection: Selection): RawBuilder<unknown> => {
    const columns = statements.columns(selection.table).map((name) => sql.ref(name))
    return sql`(select json_group_array(json_array(${sql.join(columns)})) from (${statements.selection(selection)}))`
  }
  const guard = ({ selection, fingerprint: text }: Snapshot): RawBuilder<unknown> =>
    sql`select case when ${fingerprint(selection)} = ${text} then 1 else json_extract('{}', ${sql.lit(CHANGED_MARK)}) end as ok`

  return {
    async snapshot(selection) {
      const { rows } = await sql<{ text: string }>`select ${fingerprint(selection)} as text`.execute(db)
      const text = rows[0]?.text ?? "[]"
      const values = JSON.parse(text) as readonly (readonly unknown[])[] // as `fingerprint` makes it
      const names = statements.columns(selection.table)
      const toRow = (row: readonly unknown[]): Row => Object.fromEntries(names.map((name, index) => [name, row[index]]))
      return { selection, rows: values.map(toRow), fingerprint: text }
    },
    commit: (snapshots, writes) =>
      runBatch([...snapshots.map((snapshot) => guard(snapshot).compile(db)), ...writes.map(toQuery)]),
  }
}
