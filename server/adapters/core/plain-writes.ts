import type { TableName } from "./tables.ts"
import { equals, equalValues, type Condition, type Row, type Verbs } from "./verbs.ts"

/** The statements of a database whose writes return no rows. */
export interface PlainStatements extends Pick<Verbs, "select" | "lock" | "erase"> {
  /** Changes rows. Returns how many it found, or how many of them weren't so before. */
  change(table: TableName, set: Row, where: readonly Condition[]): Promise<number>
  /** Stores the row of a counter, or adds one to its count. */
  raise(row: Row): Promise<unknown>
}

/** Runs in one transaction. */
type Together = <T>(run: (within: PlainStatements) => Promise<T>) => Promise<T>

/** Returns the verbs whose rows such a database needs another statement for. MySQL is one. */
export function plainWrites({ select, lock, erase, change }: PlainStatements, together: Together) {
  return {
    async update(table, set, where) {
      // If there was nothing to change, the row still matches. A lock reads it as it is now, also in an older snapshot
      if ((await change(table, set, where)) === 0) return lock(table, where)
      // Another request may take an account record before it could be read, and only the number of rows is needed
      const unchanged = where.filter(([column]) => !(column in set))
      return table === "accountRecords" ? [{ ...equalValues(unchanged), ...set }] : select({ table, where: unchanged })
    },
    async remove(table, where) {
      // An account record must not change between the two statements
      if (table === "accountRecords")
        return together(async (within) => {
          const locked = await within.lock(table, where)
          if (locked.length > 0) await within.erase(table, where)
          return locked
        })
      const foundRows = await lock(table, where)
      // Of several callers, only one deletes the row
      return foundRows.length > 0 && (await erase(table, where)) === foundRows.length ? foundRows : []
    },
    add: (row) =>
      together(async (within) => {
        await within.raise(row)
        // The row stays locked until the transaction ends, so this is the count of this call
        const [counter] = await within.select({ table: "counters", where: equals({ key: String(row["key"]) }) })
        return Number(counter?.["count"])
      }),
  } satisfies Partial<Verbs>
}
