import type { SchemaDialect } from "./dialect.ts"
import { schemaTables, type SchemaColumn, type SchemaTable } from "./model.ts"
import { readSqlTables } from "./sql-tables.ts"

const TEXT = {
  sqlite: "text",
  postgres: "text",
  mysql: "longtext character set utf8mb4 collate utf8mb4_bin",
} as const
const NUMBER = { sqlite: "integer", postgres: "bigint", mysql: "bigint" } as const
const END = { sqlite: " strict, without rowid", postgres: "", mysql: " engine=InnoDB" } as const

interface SqlOptions {
  readonly dialect: SchemaDialect
  /** Prefix of the tables' names. */
  readonly prefix: string
}

/**
 * Returns the statements that add tables, columns and indexes that an app's migrations lack. The tables are the same as
 * those of `latchkit migrate`.
 *
 * @param migrations the app's migrations, in their order
 */
export function missingStatements(migrations: readonly string[], { dialect, prefix }: SqlOptions): readonly string[] {
  const existing = readSqlTables(migrations)
  const quote = quoteFor(dialect)
  const tables = schemaTables(prefix)
  return tables.flatMap((table) => {
    const existingTable = existing.get(table.name.toLowerCase())
    const indexes = table.indexes
      .filter(({ name }) => !existingTable?.indexes.has(name.toLowerCase()))
      .map(({ name, column }) => `create index ${quote(name)} on ${quote(table.name)} (${quote(column)})`)
    if (!existingTable) return [createTable(table, { dialect, prefix }), ...indexes]
    const columns = table.columns
      .filter(({ name }) => !existingTable.columns.has(name.toLowerCase()))
      .map((column) => `alter table ${quote(table.name)} add column ${definition(column, table, dialect)}`)
    return [...columns, ...indexes]
  })
}

function createTable(table: SchemaTable, { dialect, prefix }: SqlOptions): string {
  const quote = quoteFor(dialect)
  const { name, key, isOwned } = table
  const parts = [
    ...table.columns.map((column) => definition(column, table, dialect)),
    `constraint ${quote(`${name}_pkey`)} primary key (${key.map(quote).join(", ")})`,
    ...(isOwned
      ? [`constraint ${quote(`${name}_userId_fkey`)} foreign key (${quote("userId")}) references ${quote(`${prefix}users`)} (${quote("id")}) on delete cascade`] // prettier-ignore
      : []),
  ]
  return `create table ${quote(name)} (\n${parts.map((part) => `  ${part}`).join(",\n")}\n)${END[dialect]}`
}

function definition({ name, type, bytes, isRequired }: SchemaColumn, { unique }: SchemaTable, dialect: SchemaDialect) {
  const keyTypes = { sqlite: "text", postgres: 'text collate "C"', mysql: `varbinary(${bytes})` } as const
  const types = { key: keyTypes[dialect], text: TEXT[dialect], integer: NUMBER[dialect], moment: NUMBER[dialect] }
  return `${quoteFor(dialect)(name)} ${types[type]}${isRequired ? " not null" : ""}${name === unique ? " unique" : ""}`
}

function quoteFor(dialect: SchemaDialect): (name: string) => string {
  return (name) => (dialect === "mysql" ? `\`${name}\`` : `"${name}"`)
}
