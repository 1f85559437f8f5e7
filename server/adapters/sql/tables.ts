import type { ColumnType, Kysely } from "kysely"
import type { TableName } from "../core/tables.ts"

/** Latchkit's tables. Their names have a prefix, and drivers return values in different types. */
export type Tables = Readonly<Record<string, Readonly<Record<string, ColumnType<unknown, unknown, unknown>>>>>
export type TablesKysely = Kysely<Tables>

/** A dialect of SQL. `mysql` is also for MariaDB. */
export type SqlDialectName = "sqlite" | "postgres" | "mysql"

const NAMES = [
  ...(["users", "accounts", "sessions", "verification_tokens", "authenticators", "counters"] as const),
  ...(["account_records", "migrations"] as const),
]

/** The tables' full names. */
export type TableNames = Readonly<Record<(typeof NAMES)[number], string>>

/** Returns the names of Latchkit's tables with `prefix`. */
export function tableNames(prefix: string): TableNames {
  return Object.fromEntries(NAMES.map((name) => [name, prefix + name])) as TableNames // each of them
}

/** Returns the tables' full names, by the names that the core uses. */
export const byTableName = (names: TableNames): Readonly<Record<TableName, string>> => ({
  ...names,
  verificationTokens: names.verification_tokens,
  accountRecords: names.account_records,
})

const decoder = new TextDecoder()

/** Returns the text of a column. MySQL's binary columns, which compare byte for byte, are read as bytes. */
export const toText = (value: unknown): string => (value instanceof Uint8Array ? decoder.decode(value) : String(value))
