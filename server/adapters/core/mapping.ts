import { columnFault, converter, userKey, type ColumnType, type MappedColumn } from "./columns.ts"
import { rejectRow } from "./errors.ts"
import { IMPOSSIBLE, withFittingKey } from "./keys.ts"
import { OPTIONAL_COLUMNS, TABLE_NAMES, TABLES, type TableName } from "./tables.ts"
import type { UsersTable } from "./users.ts"
import type { Row } from "./verbs.ts"

/** A table or model of the app's. */
export interface AppTable<Column> {
  /** Its name in the app. */
  readonly label: string
  readonly columns: Readonly<Record<string, Column>>
  /** The app's names of Latchkit's columns, if they are others. */
  readonly names?: Readonly<Record<string, string | undefined>> | undefined
  /** Columns of the app's own. */
  readonly fields?: readonly string[] | undefined
}

/** The tables or models that a tool knows. */
export interface AppTables<Column> {
  /** Begins an error, such as ``The tables of `DrizzleAdapter` ``. */
  readonly title: string
  readonly noun: "column" | "field"
  readonly dialect: "postgres" | "mysql" | "sqlite"
  /** Returns a table, or why there is none. */
  find(name: TableName): AppTable<Column> | string
  describe(column: Column): ColumnType
}

/** Columns by the core's names, and the app's own fields of users. */
type MappedColumns<Column> = Readonly<Record<string, MappedColumn<Column>>>

/** The app's tables, by the core's names. */
export interface MappedTables<Column> {
  readonly columns: Readonly<Record<TableName, MappedColumns<Column>>>
  readonly users: UsersTable
}

/**
 * Maps the app's tables.
 *
 * @throws {TypeError} naming every column that is missing, that can't store Latchkit's values unchanged, or that would
 *   stay without a value
 */
export function mapTables<Column>(app: AppTables<Column>): MappedTables<Column> {
  const faults: string[] = []
  const tables = TABLE_NAMES.map((name) => {
    const table = app.find(name)
    const isMissing = typeof table === "string"
    if (isMissing) faults.push(table)
    const columns: MappedColumns<Column> = isMissing ? {} : mapColumns(name, table, { app, faults })
    return { name, columns, table: isMissing ? undefined : table }
  })
  const [users] = tables
  const id = users?.columns["id"]
  const key = id && app.describe(id.column)
  for (const { name, table, columns } of tables) {
    const owner = columns["userId"] && app.describe(columns["userId"].column)
    if (key && owner && TABLES[name].owned && owner.key !== key.key)
      faults.push(`\`${table?.label}.userId\` is ${owner.label}, but the users' key is ${key.label}`)
  }
  if (id && key?.key === "text" && !key.generate && id.encode(crypto.randomUUID()) === IMPOSSIBLE)
    faults.push(`\`${users?.table?.label}.${id.property}\`: ${key.label} is too short for a UUID. ${key.use.key}`)
  if (faults.length > 0 || !users || !key) throw new TypeError(`${app.title}: ${faults.join("; ")}`)
  const computed = Object.entries(users.columns).filter(([, { column }]) => app.describe(column).isComputed)
  return {
    columns: Object.fromEntries(tables.map(({ name, columns }) => [name, columns])) as MappedTables<Column>["columns"], // one for each name
    users: {
      columns: TABLES.users.columns.filter((name) => name in users.columns),
      fields: users.table?.fields ?? [],
      generated: computed.map(([name]) => name),
      fitKey: (row) => withFittingKey(row, userKey(key), app.dialect),
    },
  }
}

function mapColumns<Column>(
  name: TableName,
  { label, columns, names = {}, fields = [] }: AppTable<Column>,
  { app, faults }: { app: AppTables<Column>; faults: string[] },
): MappedColumns<Column> {
  const mapped: Record<string, MappedColumn<Column>> = {}
  const missing = (property: string) => void faults.push(`\`${label}\` has no ${app.noun} \`${property}\``)
  for (const core of TABLES[name].columns) {
    const { [core]: property = core } = names
    const column = columns[property]
    if (column) {
      const type = app.describe(column)
      const fault = columnFault(core, type)
      if (fault !== undefined) faults.push(`\`${label}.${property}\`: ${fault}`)
      mapped[core] = { property, column, ...converter(core, type) }
    } else if (name !== "users" || !OPTIONAL_COLUMNS.includes(core) || names[core] !== undefined) missing(property)
  }
  for (const property of fields) {
    const column = columns[property]
    const coreProperty = mapped[property]?.property ?? property
    if (coreProperty !== property)
      faults.push(`\`${property}\` in \`fields\` is \`${label}.${coreProperty}\` for Latchkit. Rename one`)
    else if (!column) missing(property)
    // Values of the app's own columns stay as they are
    else mapped[property] ??= { property, column, encode: (value) => value, decode: (value) => value ?? null }
  }
  const properties = new Set(Object.values(mapped).map(({ property }) => property))
  const remedy = `Give it a default${name === "users" ? ", or name it in `fields`" : ""}`
  for (const [property, column] of Object.entries(columns)) {
    const { isRequired, isFilled } = app.describe(column)
    if (!properties.has(property) && isRequired && !isFilled)
      faults.push(`\`${label}.${property}\` is required. ${remedy}`)
  }
  return mapped
}

/** @throws {TypeError} if the app's table or model lacks the column */
export function findColumn<Column>(
  { columns }: MappedTables<Column>,
  table: TableName,
  name: string,
): MappedColumn<Column> {
  const mapped = columns[table][name]
  if (mapped) return mapped
  throw new TypeError(`\`${table}\` has no column for ${name}`)
}

/**
 * Returns a row of the core as the app's table or model has it. Leaves out columns that the app's users don't have.
 *
 * @throws {AdapterConflict} if the owner's id is one that no user has
 */
export function encodeRow(
  table: TableName,
  row: Row,
  columns: MappedColumns<unknown>,
): Readonly<Record<string, unknown>> {
  const encoded = Object.entries(row).flatMap(([name, value]) => {
    const mapped = columns[name]
    if (!mapped) return []
    const stored = mapped.encode(value)
    if (stored !== IMPOSSIBLE) return [[mapped.property, stored]]
    if (name === "userId" && TABLES[table].owned) throw rejectRow(table)
    throw new TypeError(`The ${name} can't be stored in ${table}: the column can't hold it`)
  })
  return Object.fromEntries(encoded)
}

/** Returns a row of the core. `read` returns the value of a column. */
export function decodeRow<Column>(
  columns: MappedColumns<Column>,
  read: (name: string, mapped: MappedColumn<Column>, index: number) => unknown,
): Row {
  const entries = Object.entries(columns)
  return Object.fromEntries(entries.map(([name, mapped], index) => [name, mapped.decode(read(name, mapped, index))]))
}
