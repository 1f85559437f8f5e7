import { rejectRow, RowsChanged } from "../core/errors.ts"
import { keyConditions, rowKey } from "../core/match.ts"
import { optimisticTransactions } from "../core/optimistic.ts"
import { TABLE_NAMES, TABLES, type TableName } from "../core/tables.ts"
import { equals, equalValues, type Batches, type Driver, type Row, type Selection } from "../core/verbs.ts"
import type { Records } from "./client.ts"
import { rowId, type Layout } from "./layout.ts"
import { RecordRows } from "./rows.ts"

/** Rows that one transaction deletes. The database rejects those of more than 1000 steps. */
const BATCH = 100
/** How often a row is created or counted again, if another request creates or deletes it meanwhile. */
const TRIES = 5
const COUNTERS = "svc_account_records"

/** Creates the driver of a database with the layout's tables. */
export function recordsDriver(records: Records, layout: Layout): Driver {
  const rows = new RecordRows(records, layout)
  const isUnchanged = async (selection: Selection, before: readonly Row[]): Promise<boolean> =>
    rows.versions(await rows.find(selection)) === rows.versions(before)
  const exists = async (table: TableName, row: Row): Promise<boolean> => {
    const wheres = [keyConditions(table, row), ...emailConditions(row)]
    const storedRows = await Promise.all(wheres.map((where) => rows.find({ table, where })))
    return storedRows.flat().length > 0
  }
  const isTaken = async (table: TableName, row: Row): Promise<boolean> =>
    (await exists(table, row)) || (typeof row["email"] === "string" && rows.isLocked(row["email"]))
  const insertOnce = async (table: TableName, row: Row): Promise<boolean> => {
    for (let turn = 1; ; turn++) {
      try {
        await records.run(await rows.insertion(table, row))
        return true
      } catch (error) {
        // The database tells a second row with the id no other way than by an error
        if ((await records.find(COUNTERS, { id: await rowId(table, row) })).length > 0) return false
        if (turn === TRIES) throw error // otherwise the other row may have been deleted meanwhile
      }
    }
  }
  const update = async (table: TableName, set: Row, where: Selection["where"]): Promise<readonly Row[]> => {
    const before = await rows.find({ table, where })
    const steps = await Promise.all(before.map((row) => rows.change(table, row, set)))
    const isMoved = before.some(({ email }) => typeof set["email"] === "string" && set["email"] !== email)
    if (isMoved && (await exists(table, set))) throw rejectRow(table)
    try {
      if (before.length > 0) await records.run(steps.flat())
      return before.map((row) => ({ ...row, ...set }))
    } catch (error) {
      if (isMoved && (await isTaken(table, set))) throw rejectRow(table)
      if (await isUnchanged({ table, where }, before)) throw error
      return update(table, set, where) // another request wrote the row meanwhile
    }
  }
  const batches: Batches = {
    async snapshot(selection) {
      const storedRows = await rows.find(selection)
      return { selection, rows: storedRows, fingerprint: rows.versions(storedRows) }
    },
    async commit(snapshots, writes) {
      // Each row that is written was read before
      const stored = new Map(
        snapshots.flatMap(({ selection: { table }, rows: read }) =>
          read.map((row) => [`${table} ${rowKey(table, row)}`, row] as const),
        ),
      )
      const storedRow = ({ table, where }: Selection): Row =>
        stored.get(`${table} ${rowKey(table, equalValues(where))}`) ?? {}
      const erased = (table: TableName) =>
        writes.flatMap((write) => (write.verb === "erase" && write.table === table ? [storedRow(write)] : []))
      const steps = await Promise.all([
        ...writes.map((write) => {
          if (write.verb === "insert") return rows.insertion(write.table, write.row)
          return write.verb === "update" ? rows.change(write.table, storedRow(write), write.set) : []
        }),
        // All rows of a table together, so that their links are one query. Users last, because the others link to them
        ...TABLE_NAMES.toReversed().map((table) => rows.removal(table, erased(table))),
      ])
      try {
        await records.run(steps.flat())
      } catch (error) {
        const same = await Promise.all(snapshots.map((one) => isUnchanged(one.selection, one.rows)))
        throw same.includes(false) ? new RowsChanged() : error
      }
    },
  }
  return {
    transaction: optimisticTransactions(batches),
    select: (selection) => rows.find(selection),
    lock: (table, where) => rows.find({ table, where }),
    withUser: async (table, key) => (await rows.findWithUser(table, equals(key)))[0] ?? null,
    update,
    insertIgnore: insertOnce,
    async insert(table, row) {
      const { owned } = TABLES[table]
      if (owned && (await records.find("svc_users", { id: String(row["userId"]) })).length === 0) throw rejectRow(table)
      // Another adapter of this layout gives its rows other ids, and no locks
      const isShared = table === "accounts" || table === "sessions" || typeof row["email"] === "string"
      if (isShared && (await exists(table, row))) throw rejectRow(table)
      await records.run(await rows.insertion(table, row)).catch(async (error: unknown) => {
        throw (await isTaken(table, row)) ? rejectRow(table) : error
      })
      return row
    },
    async remove(table, where) {
      const shape = layout[table]
      if (!shape) return []
      // Of several parallel calls, only one gets a row back from `records.remove`
      if (table === "accountRecords") {
        const removed = await records.remove(shape.name, await rowId(table, equalValues(where)))
        return removed ? [rows.decode(table, shape, removed)] : []
      }
      const [row] = await rows.find({ table, where })
      if (!row) return []
      // A deleted row comes back without its links
      if (!shape.link) return (await records.remove(shape.name, rows.id(row))) ? [row] : []
      await records.run(await rows.removal(table, [row]))
      return [row]
    },
    async erase(table, where, limit) {
      const [[column, , key] = []] = where
      if (table === "counters") {
        // Expired ones are deleted with the account records, in whose table they are
        if (column === "key") await records.remove(COUNTERS, await rowId(table, { key }))
        return 0
      }
      const order = limit === undefined ? undefined : { order: ["expires", "asc"] as const, limit }
      const storedRows = await rows.find({ table, where, ...order })
      for (let start = 0; start < storedRows.length; start += BATCH)
        await records.run(await rows.removal(table, storedRows.slice(start, start + BATCH)))
      return storedRows.length
    },
    async add(row) {
      const id = await rowId("counters", row)
      for (let turn = 0; turn < TRIES; turn++) {
        const counter = await records.update(COUNTERS, id, { version: { $increment: 1 } })
        if (counter) return Number(counter["version"])
        if (await insertOnce("counters", row)) return 1
      }
      throw new Error(
        `A counter of ${COUNTERS} could not be increased in ${TRIES} tries. Check that its column \`version\` is an int`,
      )
    },
    async subtract(key) {
      await records.update(COUNTERS, await rowId("counters", { key }), { version: { $increment: -1 } })
    },
  }
}

const emailConditions = ({ email }: Row) => (typeof email === "string" ? [equals({ email })] : [])
