import { rejectRow, RowsChanged } from "../core/errors.ts"
import { emptyRow, keyOrder, matches, rowKey, sorted } from "../core/match.ts"
import { TABLE_NAMES, TABLES, type TableName } from "../core/tables.ts"
import { equalValues, type Condition, type Row, type Selection, type Snapshot, type Write } from "../core/verbs.ts"

interface Table {
  /** The rows by their key. */
  readonly rows: Map<string, Row>
  /** The rows by their unique column, if there is one. */
  readonly unique: Map<unknown, Row>
}

/** Rows in memory, with unique keys and owners. A row never changes: an update replaces it. */
export class MemoryTables {
  readonly #tables = Object.fromEntries(
    TABLE_NAMES.map((name): [string, Table] => [name, { rows: new Map(), unique: new Map() }]),
  ) as Readonly<Record<TableName, Table>> // one for each name

  /**
   * Returns the rows in the order in which they were stored, unless the selection says another one. Of equal ones, the
   * newest comes first in a descending order.
   */
  find(selection: Selection): readonly Row[] {
    const { table, where, order, limit } = selection
    const foundRows: Row[] = []
    for (const row of this.#candidates(table, where)) if (matches(row, where)) foundRows.push(row)
    if (order) return sorted(order[1] === "desc" ? foundRows.reverse() : foundRows, [order]).slice(0, limit)
    return limit === undefined ? foundRows : sorted(foundRows, keyOrder(table)).slice(0, limit)
  }

  /** Returns the row with the primary key of `row`. */
  get(table: TableName, row: Row): Row | undefined {
    return this.#tables[table].rows.get(rowKey(table, row))
  }

  /** @throws {AdapterConflict} if the row's key is taken, or its owner doesn't exist */
  insert(table: TableName, given: Row): Row {
    const row = { ...emptyRow(table), ...given }
    if (this.get(table, row)) throw rejectRow(table)
    this.#put(table, row)
    return row
  }

  /** @throws {AdapterConflict} if a new value is taken, or a new owner doesn't exist */
  update(table: TableName, set: Row, where: readonly Condition[]): readonly Row[] {
    return this.find({ table, where }).map((row) => this.#put(table, { ...row, ...set }))
  }

  remove(table: TableName, where: readonly Condition[], limit?: number): readonly Row[] {
    const rows = this.find({ table, where }).slice(0, limit)
    for (const row of rows) this.#drop(table, row)
    return rows
  }

  /**
   * Checks that each snapshot's rows are still the same, and writes. Leaves everything as it was if one write fails.
   *
   * @throws {AdapterConflict} if a row has changed, or can't be stored
   */
  commit(snapshots: readonly Snapshot[], writes: readonly Write[]): void {
    if (!snapshots.every((snapshot) => this.#isUnchanged(snapshot))) throw new RowsChanged()
    const undo: (() => void)[] = []
    try {
      for (const write of writes) undo.push(this.#apply(write))
    } catch (error) {
      for (const step of undo.reverse()) step()
      throw error
    }
  }

  #isUnchanged({ selection, rows }: Snapshot): boolean {
    const now = this.find(selection)
    return now.length === rows.length && now.every((row, index) => row === rows[index])
  }

  /** Writes, and returns how to undo it. */
  #apply(write: Write): () => void {
    const { table } = write
    if (write.verb === "insert") {
      const row = this.insert(table, write.row)
      return () => this.#drop(table, row)
    }
    const before = this.find({ table, where: write.where })
    if (write.verb === "update") this.update(table, write.set, write.where)
    else this.remove(table, write.where)
    return () => before.forEach((row) => this.#put(table, row))
  }

  /** @throws {AdapterConflict} if a value is taken, or the owner doesn't exist */
  #put(table: TableName, row: Row): Row {
    const { rows, unique } = this.#tables[table]
    const key = rowKey(table, row)
    const before = rows.get(key)
    const value = uniqueValue(table, row)
    const other = unique.get(value)
    if (other && other !== before) throw rejectRow(table)
    if (TABLES[table].owned && !this.get("users", { id: row["userId"] })) throw rejectRow(table)
    if (before) unique.delete(uniqueValue(table, before))
    rows.set(key, row)
    if (value !== null) unique.set(value, row)
    return row
  }

  #drop(table: TableName, row: Row): void {
    const { rows, unique } = this.#tables[table]
    rows.delete(rowKey(table, row))
    unique.delete(uniqueValue(table, row))
  }

  #candidates(table: TableName, where: readonly Condition[]): Iterable<Row> {
    const { rows, unique } = this.#tables[table]
    const values = equalValues(where)
    const { key, unique: column = "" } = TABLES[table]
    if (key.every((name) => name in values)) return toList(this.get(table, values))
    return column in values ? toList(unique.get(values[column])) : rows.values()
  }
}

const toList = (row: Row | undefined): readonly Row[] => (row ? [row] : [])

const uniqueValue = (table: TableName, row: Row): unknown => row[TABLES[table].unique ?? ""] ?? null
