import { AdapterConflict } from "../values.ts"
import { REJECTED_ROW } from "./errors.ts"
import { OPTIONAL_COLUMNS, TABLES, type TableName } from "./tables.ts"
import type { Row } from "./verbs.ts"

/** A value that the column can't hold, so no row has it. */
export const IMPOSSIBLE: unique symbol = Symbol("impossible")

/** A column or field of the app's for one of the core's columns. */
export interface MappedProperty {
  /** Its name in the app's table or model. */
  readonly property: string
  /** Turns a value of the core into its type, or {@link IMPOSSIBLE}. */
  encode(value: unknown): unknown
  /** Turns a value of its type into one of the core. */
  decode(value: unknown): unknown
}

/** Maps a column or field of the app's own, whose values stay as they are. */
export function mapOwn(property: string): MappedProperty {
  return { property, encode: (value) => value, decode: (value) => value ?? null }
}

/** Converts a value, unless there is none. */
export function nullOr<T>(convert: (value: unknown) => T): (value: unknown) => T | null {
  return (value) => (value === null || value === undefined ? null : convert(value))
}

/** A table or model of the app's. */
interface AppTable<Column, Mapped extends MappedProperty> {
  /** Its name in the app. */
  readonly label: string
  readonly noun: "column" | "field"
  readonly columns: Readonly<Record<string, Column>>
  /** The app's names of Latchkit's columns, if they are others. */
  readonly names: Readonly<Record<string, string | undefined>>
  /** Columns of the app's own. */
  readonly fields: readonly string[]
  /** Returns why the column can't store Latchkit's values unchanged. */
  fault(name: string, column: Column): string | undefined
  map(name: string, property: string, column: Column): Mapped
  mapOwn(property: string, column: Column): Mapped
  /** Whether no row can be stored without a value. */
  needsValue(column: Column): boolean
}

/**
 * Returns the app's columns by the core's names, and those of the app's own. Adds to `faults` each column that is
 * missing, that can't store Latchkit's values, or that would stay without a value.
 */
export function mapColumns<Column, Mapped extends MappedProperty>(
  table: TableName,
  app: AppTable<Column, Mapped>,
  faults: string[],
): Readonly<Record<string, Mapped>> {
  const { label, noun, columns } = app
  const missing = (property: string) => void faults.push(`\`${label}\` has no ${noun} \`${property}\``)
  const mapped = TABLES[table].columns.flatMap((name): [string, Mapped][] => {
    const property = app.names[name] ?? name
    const column = columns[property]
    if (!column) {
      const isOptional = table === "users" && OPTIONAL_COLUMNS.includes(name) && app.names[name] === undefined
      if (!isOptional) missing(property)
      return []
    }
    const fault = app.fault(name, column)
    if (fault !== undefined) faults.push(`\`${label}.${property}\`: ${fault}`)
    return [[name, app.map(name, property, column)]]
  })
  const own = app.fields.flatMap((property): [string, Mapped][] => {
    const column = columns[property]
    if (!column) missing(property)
    return column ? [[property, app.mapOwn(property, column)]] : []
  })
  const all = [...mapped, ...own]
  const properties = new Set(all.map(([, { property }]) => property))
  const remedy = `Give it a default${table === "users" ? ", or name it in `fields`" : ""}`
  for (const [property, column] of Object.entries(columns))
    if (!properties.has(property) && app.needsValue(column))
      faults.push(`\`${label}.${property}\` is required. ${remedy}`)
  return Object.fromEntries(all)
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
