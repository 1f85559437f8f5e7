import { sql, type CompiledQuery, type RawBuilder } from "kysely"
import { CHANGED_MARK, jsonBatches } from "../core/optimistic.ts"
import type { Batches, Selection } from "../core/verbs.ts"
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
  const list = (selection: Selection): RawBuilder<unknown> => {
    const columns = statements.columns(selection.table).map((name) => sql.ref(name))
    return sql`(select json_group_array(json_array(${sql.join(columns)})) from (${statements.selection(selection)}))`
  }
  const changed = sql`json_extract('{}', ${sql.lit(CHANGED_MARK)})`
  return jsonBatches<CompiledQuery>({
    async read(selection) {
      const { rows } = await sql<{ text: string }>`select ${list(selection)} as text`.execute(db)
      return rows[0]?.text ?? "[]"
    },
    decode: (table, values) =>
      Object.fromEntries(statements.columns(table).map((name, index) => [name, values[index]])),
    guard: ({ selection, fingerprint }) =>
      sql`select case when ${list(selection)} = ${fingerprint} then 1 else ${changed} end as ok`.compile(db),
    insert: (table, row) => statements.insert(table, row),
    update: (table, set, where) => statements.update(table, set, where),
    erase: (table, where) => statements.erase(table, where),
    run: runBatch,
  })
}
