import { getTableName, is, SQL, Table, type Column } from "drizzle-orm"
import { getTableConfig as mysqlConfig, MySqlColumn, MySqlTable } from "drizzle-orm/mysql-core"
import { getTableConfig as postgresConfig, PgTable } from "drizzle-orm/pg-core"
import { getTableConfig as sqliteConfig, SQLiteTable } from "drizzle-orm/sqlite-core"

interface ForeignKey {
  reference(): { columns: readonly Column[]; foreignTable: Table; foreignColumns: readonly Column[] }
  onDelete?: string | undefined
}

interface Config {
  columns: readonly Column[]
  primaryKeys: readonly { columns: readonly Column[] }[]
  foreignKeys: readonly ForeignKey[]
}

interface CreateOptions {
  /** Turns a column's name into the database's, as Drizzle's option `casing` does. @default the same name */
  rename?: (name: string) => string
  /** Whether a table may exist already. @default false */
  ifMissing?: boolean
}

/**
 * Returns the statements that create the tables of a schema, as drizzle-kit would write them. The tables that others
 * refer to come first.
 */
export function createStatements(
  schema: object,
  { rename = (name) => name, ifMissing = false }: CreateOptions = {},
): readonly string[] {
  const tables = Object.values(schema).filter((table): table is Table => is(table, Table))
  const order = (table: Table) => readConfig(table).foreignKeys.length
  const statements = tables
    .toSorted((one, other) => order(one) - order(other))
    .map((table) => createStatement(table, rename))
  return ifMissing ? statements.map((text) => text.replace("create table", "create table if not exists")) : statements
}

function readConfig(table: Table): Config {
  if (is(table, PgTable)) return postgresConfig(table)
  if (is(table, MySqlTable)) return mysqlConfig(table)
  if (is(table, SQLiteTable)) return sqliteConfig(table)
  throw new TypeError(`${getTableName(table)} is a table of another dialect`)
}

function createStatement(table: Table, rename: (name: string) => string): string {
  const quote = (name: string) => (is(table, MySqlTable) ? `\`${name}\`` : `"${name}"`)
  const list = (columns: readonly Column[]) => columns.map((column) => quote(rename(column.name))).join(", ")
  const { columns, primaryKeys, foreignKeys } = readConfig(table)
  const lines = [
    ...columns.map((column) => `${list([column])} ${column.getSQLType()}${suffix(column)}`),
    ...primaryKeys.map((key) => `primary key (${list(key.columns)})`),
    ...foreignKeys.map(({ reference, onDelete = "no action" }) => {
      const { columns: own, foreignTable, foreignColumns } = reference()
      return `foreign key (${list(own)}) references ${quote(getTableName(foreignTable))} (${list(foreignColumns)}) on delete ${onDelete}`
    }),
  ]
  return `create table ${quote(getTableName(table))} (${lines.join(", ")})`
}

function suffix(column: Column): string {
  const isNumbered = Reflect.get(column, "autoIncrement") === true
  const autoincrement = is(column, MySqlColumn) ? " auto_increment" : " autoincrement"
  return [
    column.notNull ? " not null" : "",
    column.primary ? " primary key" : "",
    isNumbered ? autoincrement : "",
    column.isUnique ? " unique" : "",
    typeof column.default === "string" ? ` default '${column.default}'` : "",
    is(column.default, SQL) ? " default gen_random_uuid()" : "", // the only one that the tests' tables have
  ].join("")
}
