import { sql, type CompiledQuery, type RawBuilder } from "kysely"
import { CHANGED_MARK, jsonBatches, optimisticTransactions } from "../core/optimistic.ts"
import type { Driver, Selection } from "../core/verbs.ts"
import type { RunBatch } from "./batching.ts"
import type { Statements } from "./statements.ts"
import type { TablesKysely } from "./tables.ts"

/** Returns the transactions of a database with SQLite's statements that has none which stay open. */
export function batchTransactions(db: TablesKysely, statements: Statements, runBatch: RunBatch): Driver["transaction"] {
  const list = (selection: Selection): RawBuilder<unknown> => {
    const columns = statements.columns(selection.table).map((name) => sql.ref(name))
    return sql`(select json_group_array(json_array(${sql.join(columns)})) from (${statements.selection(selection)}))`
  }
  const changed = sql`json_extract('{}', ${sql.lit(CHANGED_MARK)})`
  const batches = jsonBatches<CompiledQuery>({
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
  return optimisticTransactions(batches)
}
