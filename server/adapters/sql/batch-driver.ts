import { sql, type RawBuilder } from "kysely"
import { CHANGED_MARK, optimisticTransactions } from "../core/optimistic.ts"
import type { Driver, Batches, Row, Selection, Snapshot, Write } from "../core/verbs.ts"
import type { RunBatch } from "./batching.ts"
import { sqlVerbs } from "./driver.ts"
import { Statements } from "./statements.ts"
import type { TablesKysely } from "./tables.ts"

interface BatchDriverOptions {
  /** Prefix of the tables' names. */
  prefix: string
  /** The app's own columns of the users' table. */
  fields: readonly string[]
  runBatch: RunBatch
}

/** Creates the driver of a database with SQLite's statements that takes batches but has no transactions. */
export function batchDriver(db: TablesKysely, { prefix, fields, runBatch }: BatchDriverOptions): Driver {
  const statements = new Statements(db, { dialect: "sqlite", prefix, fields })
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

  const batches: Batches = {
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
  return { ...sqlVerbs(db, statements), transaction: optimisticTransactions(batches) }
}
