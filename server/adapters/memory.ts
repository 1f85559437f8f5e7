import { shownValue } from "../arguments.ts"
import type { Adapter } from "./contract.ts"
import { coreAdapter } from "./core/index.ts"
import { optimisticTransactions } from "./core/optimistic.ts"
import { TABLES } from "./core/tables.ts"
import { equals, type Driver, type Row, type Verbs } from "./core/verbs.ts"
import { MemoryTables } from "./memory/tables.ts"

/** An adapter with every operation. */
export type FullAdapter = Required<Adapter>

/** Stores users in this process until it ends, for tests, demos and development. */
export function MemoryAdapter(): FullAdapter
export function MemoryAdapter(...given: unknown[]): FullAdapter {
  if (given.length > 0)
    throw new TypeError(`\`MemoryAdapter\` got ${shownValue(given[0])}. Call it without an argument`)
  const tables = new MemoryTables()
  const driver: Driver = { ...memoryVerbs(tables), transaction: memoryTransactions(tables) }
  return coreAdapter(driver, { users: { columns: TABLES.users.columns, fields: "all" }, key: tables })
}

// Each verb runs in one turn of the event loop, so nothing comes in between
function memoryVerbs(tables: MemoryTables): Verbs {
  const add = (row: Row, by: number): Row | undefined => {
    const before = tables.get("counters", row)
    const where = equals({ key: String(row["key"]) })
    return before && tables.update("counters", { count: Number(before["count"]) + by }, where)[0]
  }
  return {
    select: async (selection) => tables.find(selection),
    insert: async (table, row) => tables.insert(table, row),
    insertIgnore: async (table, row) => !tables.get(table, row) && tables.insert(table, row) !== undefined,
    update: async (table, set, where) => tables.update(table, set, where),
    remove: async (table, where) => tables.remove(table, where),
    erase: async (table, where, limit) => tables.remove(table, where, limit).length,
    add: async (row) => Number((add(row, 1) ?? tables.insert("counters", row))["count"]),
    subtract: async (key) => void add({ key }, -1),
    lock: async (table, where) => tables.find({ table, where }),
    async withUser(table, key, withPassword) {
      const row = tables.get(table, key)
      const user = row && tables.get("users", { id: row["userId"] })
      const record = user && tables.get("accountRecords", { kind: "password", id: user["id"] })
      return user ? { row, user, password: withPassword ? (record ?? null) : undefined } : null
    },
  }
}

function memoryTransactions(tables: MemoryTables): Driver["transaction"] {
  const run = optimisticTransactions({
    // A change replaces a row, so the rows themselves tell whether they were changed
    snapshot: async (selection) => ({ selection, rows: tables.find(selection), fingerprint: "" }),
    commit: async (snapshots, writes) => tables.commit(snapshots, writes),
  })
  const pending = { last: Promise.resolve() }
  // One at a time, so that none loses to another again and again
  return async (callback, isRepeated) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = pending.last
    pending.last = promise
    await before
    return run(callback, isRepeated).finally(resolve)
  }
}
