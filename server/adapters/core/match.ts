import { TABLES, type TableName } from "./tables.ts"
import { equals, type Condition, type Row, type Selection } from "./verbs.ts"

/** Returns a row without values. */
export function emptyRow(table: TableName): Row {
  return Object.fromEntries(TABLES[table].columns.map((name) => [name, null]))
}

/** Returns a row's key as one text. Different keys of a table never give the same text. */
export function rowKey(table: TableName, row: Row): string {
  const [first = "", ...more] = TABLES[table].key
  return more.length === 0 ? String(row[first]) : JSON.stringify([first, ...more].map((name) => row[name]))
}

/** Returns the conditions that find only this row. */
export function keyConditions(table: TableName, row: Row): readonly Condition[] {
  return equals(Object.fromEntries(TABLES[table].key.map((name) => [name, String(row[name])])))
}

/** Returns whether a database would find this row. */
export function matches(row: Row, where: readonly Condition[]): boolean {
  for (const condition of where) if (!holds(row, condition)) return false
  return true
}

function holds(row: Row, [column, operator, value]: Condition): boolean {
  const stored = row[column] ?? null
  if (operator === "=") return stored === value
  if (stored === null) return false
  if (operator === "<>") return stored !== value
  const order = compare(stored, value)
  return (operator.endsWith("=") && order === 0) || (operator.startsWith("<") ? order < 0 : order > 0)
}

/** A column that sorts rows. */
export type Order = NonNullable<Selection["order"]>

/** Returns the columns that sort a table's rows if the selection says nothing else. */
export function keyOrder(table: TableName): readonly Order[] {
  return TABLES[table].key.map((name): Order => [name, "asc"])
}

/** Sorts rows. Those that are equal in all columns stay in their order. */
export function sorted(rows: readonly Row[], columns: readonly Order[]): readonly Row[] {
  return rows.toSorted((one, other) => {
    for (const [column, direction] of columns) {
      const difference = compare(one[column], other[column])
      if (difference !== 0) return direction === "desc" ? -difference : difference
    }
    return 0
  })
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other
  const [text, otherText] = [String(one), String(other)]
  if (text === otherText) return 0
  return text < otherText ? -1 : 1
}
