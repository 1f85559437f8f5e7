import { matchesExactly } from "./columns.ts"
import type { Store } from "./store.ts"
import type { TableName } from "./tables.ts"
import { equals, type Row } from "./verbs.ts"

/** Returns the row whose columns have exactly these bytes. The database's collation may find others too. */
export async function findRow(
  store: Store,
  table: TableName,
  key: Readonly<Record<string, string>>,
): Promise<Row | null> {
  return firstMatch(await store.select({ table, where: equals(key) }), key)
}

/** Deletes the row whose columns have exactly these bytes, and returns it. Only one of several callers gets it. */
export async function removeRow(
  store: Store,
  table: TableName,
  key: Readonly<Record<string, string>>,
): Promise<Row | null> {
  return firstMatch(await store.remove(table, equals(key)), key)
}

/** Returns the row whose columns have exactly these bytes. */
export function firstMatch(rows: readonly Row[], key: Readonly<Record<string, string>>): Row | null {
  return rows.find((row) => matchesExactly(row, key)) ?? null
}

/** Returns all rows whose columns have exactly these bytes. */
export async function findRows(
  store: Store,
  table: TableName,
  key: Readonly<Record<string, string>>,
): Promise<readonly Row[]> {
  const rows = await store.select({ table, where: equals(key) })
  return rows.filter((row) => matchesExactly(row, key))
}
