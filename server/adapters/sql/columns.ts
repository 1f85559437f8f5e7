import type { Row } from "./statements.ts"

const decoder = new TextDecoder()

/** Text of a column; MySQL's binary columns, which compare byte by byte, arrive as bytes. */
export function toText(value: unknown): string {
  return value instanceof Uint8Array ? decoder.decode(value) : String(value)
}

/** Text, or null. */
export function toTextOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : toText(value)
}

/** A moment from its milliseconds since the epoch, which a driver may give as text. */
export function toDate(value: unknown): Date {
  return new Date(Number(value))
}

/** A moment, or null. */
export function toDateOrNull(value: unknown): Date | null {
  return value === null || value === undefined ? null : toDate(value)
}

/** How a moment is stored: in milliseconds since the epoch no driver, time zone or clock change can get it wrong. */
export function toMilliseconds(date: Date | null | undefined): number | null {
  return date ? date.getTime() : null
}

/** Whether the row that was found has these very bytes in its key columns, whatever the column's collation takes for equal. */
export function matchesExactly(row: Row, key: Readonly<Record<string, string>>): boolean {
  for (const name in key) if (toText(row[name]) !== key[name]) return false
  return true
}

/** The columns as a list, each behind `alias` if there is one. */
export function columnList(names: readonly string[], alias?: string): string {
  return names.map((name) => (alias ? `${alias}."${name}"` : `"${name}"`)).join(", ")
}

/** As many `?` as there are names. */
export function placeholders(names: readonly unknown[]): string {
  return names.map(() => "?").join(", ")
}

/** `"a" = ?, "b" = ?` */
export function assignments(names: readonly string[]): string {
  return names.map((name) => `"${name}" = ?`).join(", ")
}
