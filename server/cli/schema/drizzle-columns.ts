import type { SqlDialectName } from "../../adapters/sql.ts"
import type { SchemaColumn, SchemaTable } from "../../adapters/sql/schema.ts"

/** The users' table that the others refer to. */
export interface UsersReference {
  /** The name of the table in the module. */
  readonly table: string
  /** The property of its key. */
  readonly id: string
  /** The type of a column that refers to it, such as `uuid()`. */
  readonly type: string
}

interface DialectText {
  readonly module: string
  readonly table: string
  readonly text: string
  readonly integer: string
  readonly moment: string
  /** Follows the helper, as a comment. */
  readonly about: string
  key(bytes: number): string
}

const MILLISECONDS = "milliseconds since the epoch"

/** How each dialect of Drizzle writes a column. */
export const DIALECT_TEXTS: Readonly<Record<SqlDialectName, DialectText>> = {
  sqlite: {
    module: "drizzle-orm/sqlite-core",
    table: "sqliteTable",
    text: "text()",
    integer: "integer()",
    moment: "integer()",
    about: `${MILLISECONDS}, or \`{ mode: "timestamp_ms" }\``,
    key: () => "text()",
  },
  postgres: {
    module: "drizzle-orm/pg-core",
    table: "pgTable",
    text: "text()",
    integer: 'bigint({ mode: "number" })',
    moment: 'bigint({ mode: "number" })',
    about: `${MILLISECONDS}, or \`timestamp({ withTimezone: true })\``,
    key: () => "text()",
  },
  mysql: {
    module: "drizzle-orm/mysql-core",
    table: "mysqlTable",
    text: "longtext()",
    integer: 'bigint({ mode: "number" })',
    moment: 'bigint({ mode: "number" })',
    about: `${MILLISECONDS}, or \`datetime({ fsp: 3 })\``,
    key: (bytes) => `key({ length: ${bytes} })`,
  },
}

/** The type of MySQL's keys. */
export const KEY_HELPER: string = [
  "/** A key whose bytes decide, not its collation. The length is in bytes. */",
  "const key = customType<{ data: string; driverData: Uint8Array | string; config: { length: number } }>({",
  "  dataType: (config) => `varbinary(${config?.length ?? 255})`,",
  '  fromDriver: (value) => (typeof value === "string" ? value : new TextDecoder().decode(value)),',
  "})\n",
].join("\n")

/** Returns the helper that dates of Latchkit's are made with. */
export function momentHelper(dialect: SqlDialectName): string {
  const { moment, about } = DIALECT_TEXTS[dialect]
  return `const moment = () => ${moment} // ${about}\n`
}

/** A table, its dialect, and the users that it belongs to. */
interface ColumnPlace {
  readonly dialect: SqlDialectName
  readonly table: SchemaTable
  readonly users: UsersReference
}

/** Returns the entry of a column, such as `name: text()`. */
export function columnEntry({ name, type, bytes, isRequired }: SchemaColumn, place: ColumnPlace): string {
  const { dialect, table, users } = place
  const texts = DIALECT_TEXTS[dialect]
  const types = { key: texts.key(bytes), text: texts.text, integer: texts.integer, moment: "moment()" } as const
  const written = table.isOwned && name === "userId" ? users.type : types[type]
  const isKey = table.key.length === 1 && table.key[0] === name
  const unique = name === table.unique ? `.unique("${table.name}_${name}_key")` : ""
  return `${name}: ${written}${isKey ? ".primaryKey()" : isRequired ? ".notNull()" : ""}${unique}`
}

const WIDTH = 120

/** Returns the statement that exports a table. */
export function tableText(place: ColumnPlace): string {
  const { dialect, table, users } = place
  const { core, name, key, indexes } = table
  const create = `export const ${core} = ${DIALECT_TEXTS[dialect].table}(`
  const entries = table.columns.map((column) => `${columnEntry(column, place)},`)
  // MySQL calls each primary key PRIMARY
  const keyName = dialect === "mysql" ? "" : `name: "${name}_pkey", `
  const extras = [
    ...(key.length > 1
      ? [`primaryKey({ ${keyName}columns: [${key.map((column) => `table.${column}`).join(", ")}] })`]
      : []),
    ...(table.isOwned ? [foreignKey(name, users)] : []),
    ...indexes.map((index) => `index("${index.name}").on(table.${index.column})`),
  ]
  if (extras.length === 0) return `${create}"${name}", {\n${indented(entries, 2)}})\n`
  const line = `  (table) => [${extras.join(", ")}],\n`
  const list = extras.map((extra) => `${extra.replaceAll("\n", "\n    ")},`)
  const isShort = line.length <= WIDTH + 1 && !table.isOwned
  const last = isShort ? line : `  (table) => [\n${indented(list, 4)}  ],\n`
  return `${create}\n  "${name}",\n  {\n${indented(entries, 4)}  },\n${last})\n`
}

function foreignKey(name: string, { table, id }: UsersReference): string {
  const fields = [`name: "${name}_userId_fkey",`, "columns: [table.userId],", `foreignColumns: [${table}.${id}],`]
  return `foreignKey({\n${indented(fields, 2)}}).onDelete("cascade")`
}

const indented = (lines: readonly string[], depth: number) =>
  lines.map((line) => `${" ".repeat(depth)}${line}\n`).join("")
