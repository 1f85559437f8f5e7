import type { ColumnType, Kysely } from "kysely"
import { TABLE_NAMES, type TableName } from "../core/tables.ts"

/** Latchkit's tables. Their names have a prefix, and drivers return values in different types. */
export type Tables = Readonly<Record<string, Readonly<Record<string, ColumnType<unknown, unknown, unknown>>>>>
export type TablesKysely = Kysely<Tables>

/** A dialect of SQL. `mysql` is also for MariaDB. */
export type SqlDialectName = "sqlite" | "postgres" | "mysql"

/** The tables' full names, by the names that the core uses. */
export type TableNames = Readonly<Record<TableName | "migrations", string>>

/** Returns the names of Latchkit's tables with `prefix`. */
export function tableNames(prefix: string): TableNames {
  const toName = (core: string) => prefix + core.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries([...TABLE_NAMES, "migrations"].map((core) => [core, toName(core)])) as TableNames // each of them
}
