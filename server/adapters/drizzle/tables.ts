import { getTableColumns, is, Table, View, type Column, type InferSelectModel } from "drizzle-orm"
import type { AdapterUser } from "../contract.ts"
import { mapTables, type MappedTables } from "../core/mapping.ts"
import type { TableName } from "../core/tables.ts"
import { describeColumn } from "./columns.ts"
import type { DrizzleDialect } from "./dialect.ts"

/** The columns of a user that Latchkit reads and writes. */
export type UserColumn = "id" | "email" | "emailVerified" | "name" | "image" | "sessionEpoch"

/** The properties of a table's columns. @internal */
type Property<Users extends Table> = keyof Users["_"]["columns"] & string

/** A users' table of your own. @typeParam Users its type @typeParam Field the columns of your own */
export interface DrizzleUsers<Users extends Table = Table, Field extends Property<Users> = Property<Users>> {
  /** The table. It needs `id`, `email` and `emailVerified`, and may lack the other columns. */
  table: Users
  /**
   * The table's keys for Latchkit's columns, such as `{ image: "avatarUrl" }`.
   *
   * @default the same names
   */
  columns?: { readonly [Name in UserColumn]?: Property<Users> }
  /**
   * Columns of your own that are read into the user, and written from it. A new user without a value gets the column's
   * default. A field of the sign-up form with the same name is stored there.
   *
   * @default none
   */
  fields?: readonly Field[]
}

/**
 * The users of `DrizzleAdapter`, with the values that your table has.
 *
 * @typeParam Users the users' table @typeParam Field its columns in `fields`
 */
export type DrizzleUser<Users extends Table, Field> = AdapterUser &
  (string extends Field ? unknown : Pick<InferSelectModel<Users>, Field & keyof InferSelectModel<Users>>)

/**
 * Latchkit's tables in your schema. Other exports of the schema are ignored.
 *
 * @typeParam Users the users' table @typeParam Field its columns in `fields`
 */
export interface DrizzleTables<Users extends Table = Table, Field extends Property<Users> = Property<Users>> {
  /** The users: a table with Latchkit's columns, or your own. */
  users: Users | DrizzleUsers<Users, Field>
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

/** All tables of the app. */
export interface MappedDrizzle extends MappedTables<Column> {
  readonly tables: Readonly<Record<TableName, Table>>
}

/**
 * Maps the app's tables.
 *
 * @throws {TypeError} naming every column that is missing, or that can't store Latchkit's values unchanged
 */
export function mapDrizzle(given: AnyTables, dialect: DrizzleDialect["name"]): MappedDrizzle {
  const users: Exclude<AnyUsers, Table> = is(given.users, Table) ? { table: given.users } : given.users
  const tables = { ...given, users: users?.table }
  const mapped = mapTables<Column>({
    title: "The tables of `DrizzleAdapter`",
    noun: "column",
    dialect,
    describe: describeColumn,
    find(name) {
      const table: unknown = tables[name]
      if (!is(table, Table))
        return `\`${name}\` is ${[table, given[name]].some((one) => is(one, View)) ? VIEW : "missing"}`
      const columns = getTableColumns(table)
      return { label: name, columns, ...(name === "users" && { names: users.columns, fields: users.fields }) }
    },
  })
  return { ...mapped, tables }
}

const VIEW = "a view. If the database can write through it, declare it as a table, such as `pgTable`"
