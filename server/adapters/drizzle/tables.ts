import { getTableColumns, is, Table, View, type Column } from "drizzle-orm"
import { IMPOSSIBLE, mapColumns } from "../core/mapping.ts"
import { TABLE_NAMES, TABLES, type TableName } from "../core/tables.ts"
import { columnFault, keyType, mapColumn, mapField, userKey, type MappedColumn } from "./columns.ts"
import type { UserKey } from "../core/keys.ts"

/** The columns of a user that Latchkit reads and writes. */
export type UserColumn = "id" | "email" | "emailVerified" | "name" | "image" | "sessionEpoch"

/** A users' table of your own. @typeParam Users its type */
export interface DrizzleUsers<Users extends Table = Table> {
  /** The table. It needs `id`, `email` and `emailVerified`, and may lack the other columns. */
  table: Users
  /**
   * The table's keys for Latchkit's columns, such as `{ image: "avatarUrl" }`.
   *
   * @default the same names
   */
  columns?: { readonly [Name in UserColumn]?: keyof Users["_"]["columns"] & string }
  /**
   * Columns of your own that are read into the user, and written from it. A new user without a value gets the column's
   * default. A field of the sign-up form with the same name is stored there.
   *
   * @default none
   */
  fields?: readonly (keyof Users["_"]["columns"] & string)[]
}

/** Latchkit's tables in your schema. Other exports of the schema are ignored. @typeParam Users the users' table */
export interface DrizzleTables<Users extends Table = Table> {
  /** The users: a table with Latchkit's columns, or your own. */
  users: Users | DrizzleUsers<Users>
  /** Linked accounts. */
  accounts: Table
  /** Sessions. */
  sessions: Table
  /** Links and codes in emails. */
  verificationTokens: Table
  /** Passkeys. */
  authenticators: Table
  /** Attempts, and values that are used once. */
  counters: Table
  /** Passwords, second factors, trusted devices and more. */
  accountRecords: Table
}

type AnyUsers = Table | { table: Table; columns?: Readonly<Record<string, string>>; fields?: readonly string[] }

/** The tables, whatever the type of the users' table is. */
export type AnyTables = Omit<DrizzleTables, "users"> & { users: AnyUsers }

/** A table of the app, by the core's names. */
export interface MappedTable {
  readonly table: Table
  /** The columns by the core's names, and the app's own fields. */
  readonly columns: Readonly<Record<string, MappedColumn>>
}

/** All tables of the app. */
export interface MappedTables {
  readonly tables: Readonly<Record<TableName, MappedTable>>
  readonly userKey: UserKey
  /** The columns of Latchkit's that the users' table has. */
  readonly userColumns: readonly string[]
  readonly fields: readonly string[]
  /** Columns and fields of users that the database computes. They are never written. */
  readonly generated: readonly string[]
}

/**
 * Maps the app's tables.
 *
 * @throws {TypeError} naming every column that is missing, or that can't store Latchkit's values unchanged
 */
export function mapTables(given: AnyTables): MappedTables {
  const faults: string[] = []
  const users: Exclude<AnyUsers, Table> = is(given.users, Table) ? { table: given.users } : given.users
  const { columns: userNames = {}, fields = [] } = users ?? {}
  const mapped = TABLE_NAMES.map((name): readonly [TableName, MappedTable] => {
    const table: unknown = name === "users" ? users?.table : given[name]
    if (!is(table, Table)) {
      faults.push(`\`${name}\` is ${[table, given[name]].some((one) => is(one, View)) ? VIEW : "missing"}`)
      return [name, { table: new Table(name, undefined, name), columns: {} }]
    }
    const app = {
      label: name,
      noun: "column",
      columns: getTableColumns(table),
      names: name === "users" ? userNames : {},
      fields: name === "users" ? fields : [],
      fault: (core: string, column: Column) => columnFault(core, column, { allowsSeconds: core === "emailVerified" }),
      map: mapColumn,
      mapOwn: mapField,
      needsValue: ({ notNull, hasDefault, generated }: Column) => notNull && !hasDefault && !generated,
    } as const
    return [name, { table, columns: mapColumns(name, app, faults) }]
  })
  const tables = Object.fromEntries(mapped) as Record<TableName, MappedTable> // one for each name
  const id = tables.users.columns["id"]?.column
  const key = id && userKey(id)
  if (id && key?.type === "text" && !key.generate && key.encode(crypto.randomUUID()) === IMPOSSIBLE)
    faults.push(`\`users.${id.name}\`: ${id.getSQLType()} is too short for a UUID. Let \`$defaultFn\` make the keys`)
  for (const name of TABLE_NAMES) faults.push(...ownerFaults(name, tables[name], id))
  if (faults.length > 0 || !key) throw new TypeError(`The tables of \`DrizzleAdapter\`: ${faults.join("; ")}`)
  const userColumns = TABLES.users.columns.filter((name) => name in tables.users.columns)
  const isGenerated = ([, { column }]: readonly [string, MappedColumn]) => column.generated !== undefined
  const generated = Object.entries(tables.users.columns)
    .filter(isGenerated)
    .map(([name]) => name)
  return { tables, userKey: key, userColumns, fields, generated }
}

const VIEW = "a view. If the database can write through it, declare it as a table, such as `pgTable`"

function ownerFaults(name: TableName, { columns }: MappedTable, id: Column | undefined): readonly string[] {
  const owner = columns["userId"]?.column
  if (!owner || !id || !TABLES[name].owned || keyType(owner) === keyType(id)) return []
  return [`\`${name}.userId\` is ${owner.getSQLType()}, but the users' key is ${id.getSQLType()}`]
}
