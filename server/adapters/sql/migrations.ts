import {
  sql,
  type ColumnDefinitionBuilder,
  type Compilable,
  type CreateTableBuilder,
  type Expression,
  type SchemaModule,
} from "kysely"
import { KEY_BYTES, type KeyName } from "../values.ts"
import type { SqlDialectName, TableNames } from "./tables.ts"

/** The database that a migration changes. */
export interface MigrationTarget {
  readonly schema: SchemaModule
  readonly dialect: SqlDialectName
  readonly names: TableNames
}

/** A statement that can be run, or compiled to be printed. */
type SchemaChange = Compilable & { execute(): Promise<void> }

/** A step that runs once per database. New steps are added at the end, and existing ones never change. */
export interface Migration {
  readonly id: number
  readonly changes: (target: MigrationTarget) => readonly SchemaChange[]
}

export const MIGRATIONS: readonly Migration[] = [
  { id: 1, changes: createFirstTables },
  { id: 2, changes: addPasskeyDetails },
  { id: 3, changes: addSessionEpoch },
  { id: 4, changes: addAccountRecords },
]

/** The number of the first step of {@link CONTRACTIONS}. An older version knows by it that such a step ran. */
export const FIRST_CONTRACTION = 1001

/**
 * Steps that remove columns and tables that no supported version uses, from {@link FIRST_CONTRACTION} on. They run
 * only with `contract`, after the new version has been the only one for a while. A step of {@link MIGRATIONS} never
 * breaks the version before.
 */
export const CONTRACTIONS: readonly Migration[] = []

const TEXT = {
  sqlite: sql`text`,
  postgres: sql`text`,
  mysql: sql`longtext character set utf8mb4 collate utf8mb4_bin`,
} as const
const NUMBER = { sqlite: sql`integer`, postgres: sql`bigint`, mysql: sql`bigint` } as const

// Keys compare byte for byte. MySQL's text collations, even the binary ones, ignore trailing spaces
function keyType(name: KeyName, dialect: SqlDialectName): Expression<unknown> {
  if (dialect === "mysql") return sql`varbinary(${sql.lit(KEY_BYTES[name] + (name === "key" ? 8 : 0))})`
  return dialect === "postgres" ? sql`text collate "C"` : sql`text`
}

function createFirstTables(target: MigrationTarget): readonly SchemaChange[] {
  const key = (name: KeyName) => keyType(name, target.dialect)
  const [text, number] = [TEXT[target.dialect], NUMBER[target.dialect]]
  return [
    createTable(target, "users", ["id"])
      .addColumn("id", key("id"), required)
      .addColumn("email", key("email"), (column) => column.unique())
      .addColumn("emailVerified", number)
      .addColumn("name", text)
      .addColumn("image", text),
    createOwnedTable(target, "accounts", ["provider", "providerAccountId"])
      .addColumn("provider", key("provider"), required)
      .addColumn("providerAccountId", key("providerAccountId"), required)
      .addColumn("userId", key("userId"), required)
      .addColumn("type", key("type"), required)
      .addColumn("access_token", text)
      .addColumn("refresh_token", text)
      .addColumn("id_token", text)
      .addColumn("scope", text)
      .addColumn("token_type", text)
      .addColumn("session_state", text)
      .addColumn("expires_at", number)
      .addColumn("extra", text),
    createIndex(target, "accounts", "user", "userId"),
    createOwnedTable(target, "sessions", ["sessionToken"])
      .addColumn("sessionToken", key("sessionToken"), required)
      .addColumn("userId", key("userId"), required)
      .addColumn("expires", number, required)
      .addColumn("createdAt", number)
      .addColumn("userAgent", text),
    createIndex(target, "sessions", "user", "userId"),
    createIndex(target, "sessions", "expires", "expires"),
    createTable(target, "verification_tokens", ["identifier", "token"])
      .addColumn("identifier", key("identifier"), required)
      .addColumn("token", key("token"), required)
      .addColumn("expires", number, required),
    createIndex(target, "verification_tokens", "expires", "expires"),
    createOwnedTable(target, "authenticators", ["credentialID"])
      .addColumn("credentialID", key("credentialID"), required)
      .addColumn("userId", key("userId"), required)
      .addColumn("providerAccountId", key("providerAccountId"), required)
      .addColumn("credentialPublicKey", text, required)
      .addColumn("counter", number, required)
      .addColumn("credentialDeviceType", text, required)
      .addColumn("credentialBackedUp", number, required)
      .addColumn("transports", text),
    createIndex(target, "authenticators", "user", "userId"),
    createTable(target, "counters", ["key"])
      .addColumn("key", key("key"), required)
      .addColumn("count", number, required)
      .addColumn("expires", number, required),
    createIndex(target, "counters", "expires", "expires"),
  ]
}

// Columns for what users see of their passkeys
function addPasskeyDetails({ schema, dialect, names }: MigrationTarget): readonly SchemaChange[] {
  const table = schema.alterTable(names.authenticators)
  const [text, number] = [TEXT[dialect], NUMBER[dialect]]
  // SQLite adds one column per statement. MySQL commits after each statement, so one statement keeps the step atomic
  return dialect === "sqlite"
    ? [table.addColumn("name", text), table.addColumn("createdAt", number), table.addColumn("lastUsedAt", number)]
    : [table.addColumn("name", text).addColumn("createdAt", number).addColumn("lastUsedAt", number)]
}

// JWT sessions that began before this date are over
function addSessionEpoch({ schema, dialect, names }: MigrationTarget): readonly SchemaChange[] {
  return [schema.alterTable(names.users).addColumn("sessionEpoch", NUMBER[dialect])]
}

// Without a foreign key, because another adapter may store users
function addAccountRecords(target: MigrationTarget): readonly SchemaChange[] {
  const key = (name: KeyName) => keyType(name, target.dialect)
  const number = NUMBER[target.dialect]
  return [
    createTable(target, "account_records", ["kind", "id"])
      .addColumn("kind", key("kind"), required)
      .addColumn("id", key("id"), required)
      .addColumn("userId", key("userId"))
      .addColumn("data", TEXT[target.dialect], required)
      .addColumn("version", number, required)
      .addColumn("expires", number),
    createIndex(target, "account_records", "user", "userId"),
    createIndex(target, "account_records", "expires", "expires"),
  ]
}

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull()

type TableBuilder = CreateTableBuilder<string, string>

// The constraints have the names that PostgreSQL gives them
function createTable(
  { schema, dialect, names }: MigrationTarget,
  name: keyof TableNames,
  primaryKey: string[],
): TableBuilder {
  // prettier-ignore
  const columns: TableBuilder = schema.createTable(names[name])
  const table = columns.addPrimaryKeyConstraint(`${names[name]}_pkey`, primaryKey)
  if (dialect === "sqlite") return table.modifyEnd(sql`strict, without rowid`)
  return dialect === "mysql" ? table.modifyEnd(sql`engine=InnoDB`) : table
}

/** Starts a table whose rows have an owner, and are deleted with it. */
function createOwnedTable(target: MigrationTarget, name: keyof TableNames, primaryKey: string[]): TableBuilder {
  const { names } = target
  return createTable(target, name, primaryKey).addForeignKeyConstraint(
    `${names[name]}_userId_fkey`,
    ["userId"],
    names.users,
    ["id"],
    (key) => key.onDelete("cascade"),
  )
}

// An index name is unique in the whole schema, except in MySQL. The tables' prefix keeps it apart from the app's
// indexes
function createIndex(
  { schema, names }: MigrationTarget,
  table: keyof TableNames,
  name: string,
  column: string,
): SchemaChange {
  // prettier-ignore
  return schema.createIndex(`${names[table]}_${name}`).on(names[table]).column(column)
}
