import { DATE_COLUMNS, INTEGER_COLUMNS, TABLE_NAMES, TABLES, type TableName } from "../core/tables.ts"
import { KEY_BYTES, type KeyName } from "../values.ts"
import { tableNames, type SqlDialectName } from "./tables.ts"

/** A column of Latchkit's, for each tool to write in its own way. */
export interface SchemaColumn {
  readonly name: string
  /** A `moment` is an integer: milliseconds since the epoch. */
  readonly type: "key" | "text" | "integer" | "moment"
  /** The most bytes of a key. */
  readonly bytes: number
  readonly isRequired: boolean
}

/** A table of Latchkit's. */
export interface SchemaTable {
  /** The core's name, which is also the name of the export. */
  readonly core: TableName
  /** The name in the database. */
  readonly name: string
  readonly columns: readonly SchemaColumn[]
  readonly key: readonly string[]
  readonly unique: string | undefined
  /** Whether `userId` refers to a user. */
  readonly isOwned: boolean
  /** Indexes of one column each. */
  readonly indexes: readonly { readonly name: string; readonly column: string }[]
}

/**
 * Returns whether a table with these columns can be one of Latchkit's, such as a table of Auth.js. It may lack columns
 * that can be empty.
 */
export function hasRequiredColumns({ core, columns }: SchemaTable, names: { has(name: string): boolean }): boolean {
  const requiredNames = columns.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return [...requiredNames, ...(core === "users" ? ["email", "emailVerified"] : [])].every((name) => names.has(name))
}

/** Columns that may be null, in any table. */
const OPTIONAL: ReadonlySet<string> = new Set([
  ...["email", "emailVerified", "name", "image", "sessionEpoch", "createdAt", "lastUsedAt", "userAgent", "transports"],
  ...["access_token", "refresh_token", "id_token", "scope", "token_type", "session_state", "expires_at", "extra"],
])
const INDEX_NAMES: Readonly<Record<string, string>> = { userId: "user", expires: "expires" }
/** A counter's key begins with its kind. */
const COUNTER_KEY_BYTES = KEY_BYTES.key + 8

/** Returns the tables, whose names begin with `prefix`. The users come first, because other tables refer to them. */
export function schemaTables(prefix: string): readonly SchemaTable[] {
  const names = tableNames(prefix)
  return TABLE_NAMES.map((core) => {
    const { key, unique, owned, columns } = TABLES[core]
    const indexes = Object.entries(INDEX_NAMES).filter(([column]) => columns.includes(column))
    return {
      core,
      key,
      unique,
      name: names[core],
      isOwned: owned,
      columns: columns.map((column) => schemaColumn(core, column)),
      // An index name is unique in the whole schema, except in MySQL. The prefix keeps it apart from the app's indexes
      indexes: indexes.map(([column, name]) => ({ column, name: `${names[core]}_${name}` })),
    }
  })
}

function schemaColumn(table: TableName, name: string): SchemaColumn {
  const isKey = (column: string): column is KeyName => Object.hasOwn(KEY_BYTES, column)
  // A record may belong to no one, and stay for ever
  const isOptional = OPTIONAL.has(name) || (table === "accountRecords" && ["userId", "expires"].includes(name))
  const integer = DATE_COLUMNS.has(name) ? "moment" : "integer"
  return {
    name,
    type: INTEGER_COLUMNS.has(name) ? integer : isKey(name) ? "key" : "text",
    bytes: name === "key" ? COUNTER_KEY_BYTES : isKey(name) ? KEY_BYTES[name] : 0,
    isRequired: !isOptional,
  }
}

/** The database that statements are for. */
export interface SchemaTarget {
  readonly dialect: SqlDialectName
  /** Prefix of the tables' names. */
  readonly prefix: string
  /** The schema that has the tables. @default the connection's own */
  readonly schema?: string | undefined
}

const TEXT = {
  sqlite: "text",
  postgres: "text",
  mysql: "longtext character set utf8mb4 collate utf8mb4_bin",
} as const
const NUMBER = { sqlite: "integer", postgres: "bigint", mysql: "bigint" } as const
const END = { sqlite: " strict, without rowid", postgres: "", mysql: " engine=InnoDB" } as const

/** Returns the statement that creates a table. The layout is before, between and after its columns. */
export function createTable(
  table: SchemaTable,
  target: SchemaTarget,
  [open, separator, close]: readonly [string, string, string] = ["(", ", ", ")"],
): string {
  const { dialect, prefix } = target
  const quote = quoteFor(dialect)
  const constraint = (name: string) => `constraint ${quote(`${table.name}_${name}`)}`
  const owner = `(${quote("userId")}) references ${quoteTable(tableNames(prefix).users, target)} (${quote("id")})`
  const parts = [
    ...table.columns.map((column) => definition(column, table, dialect)),
    // The constraints have the names that PostgreSQL gives them
    `${constraint("pkey")} primary key (${table.key.map(quote).join(", ")})`,
    ...(table.isOwned ? [`${constraint("userId_fkey")} foreign key ${owner} on delete cascade`] : []),
  ]
  return `create table ${quoteTable(table.name, target)} ${open}${parts.join(separator)}${close}${END[dialect]}`
}

/** Returns the statements that create the indexes of a table. */
export function createIndexes({ name: table, indexes }: SchemaTable, target: SchemaTarget): readonly string[] {
  const quote = quoteFor(target.dialect)
  return indexes.map(
    ({ name, column }) => `create index ${quote(name)} on ${quoteTable(table, target)} (${quote(column)})`,
  )
}

/** Returns the statements that add columns. MySQL commits after each one, so one statement keeps them together. */
export function addColumns(
  table: SchemaTable,
  columns: readonly SchemaColumn[],
  target: SchemaTarget,
): readonly string[] {
  const additions = columns.map((column) => `add column ${definition(column, table, target.dialect)}`)
  // SQLite adds one column per statement
  const changes = target.dialect === "sqlite" ? additions : [additions.join(", ")]
  return changes.map((change) => `alter table ${quoteTable(table.name, target)} ${change}`)
}

function definition({ name, type, bytes, isRequired }: SchemaColumn, { unique }: SchemaTable, dialect: SqlDialectName) {
  // Keys compare byte for byte. MySQL's text collations, even the binary ones, ignore trailing spaces
  const keyTypes = { sqlite: "text", postgres: 'text collate "C"', mysql: `varbinary(${bytes})` } as const
  const types = { key: keyTypes[dialect], text: TEXT[dialect], integer: NUMBER[dialect], moment: NUMBER[dialect] }
  return `${quoteFor(dialect)(name)} ${types[type]}${isRequired ? " not null" : ""}${name === unique ? " unique" : ""}`
}

function quoteFor(dialect: SqlDialectName): (name: string) => string {
  const mark = dialect === "mysql" ? "`" : '"'
  return (name) => `${mark}${name.replaceAll(mark, mark + mark)}${mark}`
}

/** Returns the name of a table in quotes, with its schema. */
function quoteTable(name: string, { dialect, schema }: SchemaTarget): string {
  return [...(schema === undefined ? [] : [schema]), name].map(quoteFor(dialect)).join(".")
}
