import { AdapterConflict } from "../values.ts"
import { REJECTED_ROW } from "./errors.ts"
import { TABLES, type TableName } from "./tables.ts"
import type { Row } from "./verbs.ts"

/** A value that the column can't hold, so no row has it. */
export const IMPOSSIBLE: unique symbol = Symbol("impossible")

/** A column or field of the app's for one of the core's columns. */
export interface MappedProperty {
  /** Its name in the app's table or model. */
  readonly property: string
  /** Turns a value of the core into its type, or {@link IMPOSSIBLE}. */
  encode(value: unknown): unknown
}

/**
 * Returns a row of the core as the app's table or model has it. Leaves out columns that the app's users don't have.
 *
 * @throws {AdapterConflict} if the owner's id is one that no user has
 */
export function encodeRow(
  table: TableName,
  row: Row,
  mappings: Readonly<Record<string, MappedProperty>>,
): Readonly<Record<string, unknown>> {
  const encoded = Object.entries(row).flatMap(([name, value]) => {
    const mapped = mappings[name]
    if (!mapped) return []
    const stored = mapped.encode(value)
    if (stored !== IMPOSSIBLE) return [[mapped.property, stored]]
    if (name === "userId" && TABLES[table].owned) throw new AdapterConflict(REJECTED_ROW)
    throw new TypeError(`The ${name} can't be stored in ${table}: the column can't hold it`)
  })
  return Object.fromEntries(encoded)
}
