import { AdapterConflict } from "../values.ts"
import { innerMessage, listCauses, rejectRow, RowsChanged, translateError } from "./errors.ts"
import { emptyRow, keyConditions, keyOrder, matches, rowKey, sorted } from "./match.ts"
import { TABLES, type TableName } from "./tables.ts"
import {
  equals,
  withUserBySelect,
  type Batches,
  type Condition,
  type Driver,
  type Row,
  type Selection,
  type Snapshot,
  type Verbs,
  type Write,
} from "./verbs.ts"

/** Words in the error of a statement whose rows have changed since a transaction read them. */
export const CHANGED_MARK = "latchkit: changed"
const CHANGED_TEXT = new RegExp(`^([\\w ]+: )*bad JSON path: '?${CHANGED_MARK}`, "i")

/**
 * Returns the transactions of a database that has none. The first attempt trusts that new keys are free, because the
 * database checks them. An attempt after a failure looks, so that the caller gets the conflict.
 */
export function optimisticTransactions(batches: Batches): Driver["transaction"] {
  return async (run, isRepeated) => {
    const transaction = beginOptimistic(batches, isRepeated)
    const result = await run(transaction.verbs)
    try {
      await transaction.commit()
    } catch (thrown) {
      const error = translateError(thrown)
      if (error instanceof RowsChanged) throw error
      const hasChanged = listCauses(thrown).some((cause) => CHANGED_TEXT.test(innerMessage(cause)))
      // Another request stored the row: the next attempt looks for it. If its keys are free, another column's is taken
      const mayExist = error instanceof AdapterConflict && !isRepeated
      throw hasChanged || mayExist ? new RowsChanged() : error
    }
    return result
  }
}

/** The statements of a database of SQLite's kind, for {@link jsonBatches}. */
export interface BatchStatements<Query> {
  /** Returns a JSON text of the rows' values, in the order of the columns. */
  read(selection: Selection): Promise<string>
  decode(table: TableName, values: readonly unknown[]): Row
  /** Returns the query that fails with {@link CHANGED_MARK}, unless the same rows are read. */
  guard(snapshot: Snapshot): Query
  insert(table: TableName, row: Row): Query
  update(table: TableName, set: Row, where: readonly Condition[]): Query
  erase(table: TableName, where: readonly Condition[]): Query
  /** Runs the queries all or nothing. */
  run(queries: readonly Query[]): Promise<void>
}

/** Returns batches whose fingerprints are JSON that the database makes. */
export function jsonBatches<Query>(statements: BatchStatements<Query>): Batches {
  const toQuery = (write: Write): Query => {
    if (write.verb === "insert") return statements.insert(write.table, write.row)
    if (write.verb === "update") return statements.update(write.table, write.set, write.where)
    return statements.erase(write.table, write.where)
  }
  return {
    async snapshot(selection) {
      const fingerprint = await statements.read(selection)
      const values = JSON.parse(fingerprint) as readonly (readonly unknown[])[] // as `read` says
      return { selection, fingerprint, rows: values.map((row) => statements.decode(selection.table, row)) }
    },
    commit: (snapshots, writes) =>
      statements.run([...snapshots.map((snapshot) => statements.guard(snapshot)), ...writes.map(toQuery)]),
  }
}

/**
 * Begins a transaction on a database that has none. Reads are remembered, and writes are kept back. A read sees the
 * database's rows, less those that the transaction deleted, plus those that it wrote. A row that was inserted has no
 * value yet in the columns that the database fills.
 *
 * @param looksForKeys whether an insert reads first if its key is free and its owner exists. The database checks both
 *   anyway
 */
function beginOptimistic(driver: Batches, looksForKeys: boolean) {
  const snapshots = new Map<string, Snapshot>()
  const writes: Write[] = []
  const changes = new Map<TableName, Map<string, Row | null>>() // by key. `null` if it was deleted

  const changed = (table: TableName): Map<string, Row | null> => {
    const rows = changes.get(table) ?? new Map<string, Row | null>()
    changes.set(table, rows)
    return rows
  }
  const snapshot = async (selection: Selection): Promise<readonly Row[]> => {
    const id = JSON.stringify(selection)
    const snapshot = snapshots.get(id) ?? (await driver.snapshot(selection))
    snapshots.set(id, snapshot)
    return snapshot.rows
  }
  const select = async ({ limit, ...selection }: Selection): Promise<readonly Row[]> => {
    const own = changed(selection.table)
    // Rows that were deleted here must not use up the limit
    const read = own.size > 0 || limit === undefined ? selection : { ...selection, limit }
    const stored = (await snapshot(read)).filter((row) => !own.has(rowKey(selection.table, row)))
    const written = [...own.values()].filter((row) => row !== null).filter((row) => matches(row, selection.where))
    const columns = [...(selection.order ? [selection.order] : []), ...keyOrder(selection.table)]
    const rows = own.size > 0 ? sorted([...stored, ...written], columns) : stored
    return limit === undefined ? rows : rows.slice(0, limit)
  }
  const putRow = (table: TableName, row: Row): void => void changed(table).set(rowKey(table, row), row)
  const isTaken = async (table: TableName, row: Row): Promise<boolean> => {
    if (changed(table).get(rowKey(table, row))) return true
    if (!looksForKeys) return false
    if ((await select({ table, where: keyConditions(table, row) })).length > 0) return true
    const { unique } = TABLES[table]
    const value = unique === undefined ? null : row[unique]
    if (unique === undefined || typeof value !== "string") return false
    return (await select({ table, where: equals({ [unique]: value }) })).length > 0
  }
  const requireOwner = async (table: TableName, { userId }: Row): Promise<void> => {
    if (!looksForKeys || !TABLES[table].owned) return
    const owners = await select({ table: "users", where: equals({ id: String(userId) }) })
    if (owners.length === 0) throw rejectRow(table)
  }
  const insert = (table: TableName, row: Row): Row => {
    const stored = { ...emptyRow(table), ...row }
    putRow(table, stored)
    writes.push({ verb: "insert", table, row })
    return stored
  }
  const remove = async (table: TableName, where: readonly Condition[], limit?: number): Promise<readonly Row[]> => {
    const rows = await select(limit === undefined ? { table, where } : { table, where, limit })
    for (const row of rows) {
      changed(table).set(rowKey(table, row), null)
      writes.push({ verb: "erase", table, where: keyConditions(table, row) })
    }
    return rows
  }
  const update = async (table: TableName, set: Row, where: readonly Condition[]): Promise<readonly Row[]> => {
    const rows = (await select({ table, where })).map((row) => ({ ...row, ...set }))
    for (const row of rows) {
      putRow(table, row)
      writes.push({ verb: "update", table, set, where: keyConditions(table, row) })
    }
    return rows
  }

  const verbs: Verbs = {
    select,
    update,
    remove: (table, where) => remove(table, where),
    async insert(table, row) {
      if (await isTaken(table, row)) throw rejectRow(table)
      await requireOwner(table, row)
      return insert(table, row)
    },
    async insertIgnore(table, row) {
      if (await isTaken(table, row)) return false
      insert(table, row)
      return true
    },
    erase: async (table, where, limit) => (await remove(table, where, limit)).length,
    async add(row) {
      const where = keyConditions("counters", row)
      const [before] = await select({ table: "counters", where })
      if (!before) return Number(insert("counters", row)["count"])
      const count = Number(before["count"]) + 1
      await update("counters", { count }, where)
      return count
    },
    async subtract(key) {
      const [before] = await select({ table: "counters", where: equals({ key }) })
      if (before) await update("counters", { count: Number(before["count"]) - 1 }, equals({ key }))
    },
    // Each read is checked again at the end, so nothing else is needed
    lock: (table, where) => select({ table, where }),
    withUser: withUserBySelect(select),
  }
  return {
    verbs,
    /**
     * Checks each read again and writes, all or nothing. After at most one read and no write, it sends nothing.
     *
     * @throws {RowsChanged} if another request changed what was read
     */
    async commit() {
      // Two reads may be of two moments, and their result would then be wrong
      if (writes.length > 0 || snapshots.size > 1) await driver.commit([...snapshots.values()], writes)
    },
  }
}
