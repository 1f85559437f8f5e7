import type { Row } from "./statements.ts"

const decoder = new TextDecoder()

/** Returns the text of a column. MySQL's binary columns, which compare byte for byte, are read as bytes. */
export function toText(value: unknown): string {
  return value instanceof Uint8Array ? decoder.decode(value) : String(value)
}

/** Returns the text of a column, or `null`. */
export function toTextOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : toText(value)
}

/** Returns a date from milliseconds since the epoch, which a driver may return as text. */
export function toDate(value: unknown): Date {
  return new Date(Number(value))
}

/** Returns a date, or `null`. */
export function toDateOrNull(value: unknown): Date | null {
  return value === null || value === undefined ? null : toDate(value)
}

/** Converts a date to milliseconds since the epoch, which no driver, time zone or clock change can misread. */
export function toMilliseconds(date: Date | null | undefined): number | null {
  return date ? date.getTime() : null
}

/** Returns whether the row has exactly these bytes in its key columns. The column's collation may match others. */
export function matchesExactly(row: Row, key: Readonly<Record<string, string>>): boolean {
  for (const name in key) if (toText(row[name]) !== key[name]) return false
  return true
}

/** Returns the column list of a statement, each column with the prefix `alias`, if given. */
export function columnList(names: readonly string[], alias?: string): string {
  return names.map((name) => (alias ? `${alias}."${name}"` : `"${name}"`)).join(", ")
}

/** Returns as many `?` as there are names. */
export function placeholders(names: readonly unknown[]): string {
  return names.map(() => "?").join(", ")
}

/** Returns `"a" = ?, "b" = ?`. */
export function assignments(names: readonly string[]): string {
  return names.map((name) => `"${name}" = ?`).join(", ")
}
