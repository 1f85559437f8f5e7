import type { Row } from "./verbs.ts"

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
