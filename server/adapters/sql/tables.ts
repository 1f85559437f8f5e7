import type { ColumnType, Kysely, Transaction } from "kysely"
import type { TableName } from "../core/tables.ts"

/** A column. Drivers return keys, numbers and dates in different types, so a value that was read is `unknown`. */
type Column<Value> = ColumnType<unknown, Value, Value>
type OptionalColumn<Value> = ColumnType<unknown, Value | null | undefined, Value | null>

interface UserTable {
  id: Column<string>
  email: OptionalColumn<string>
  emailVerified: OptionalColumn<number>
  name: OptionalColumn<string>
  image: OptionalColumn<string>
  sessionEpoch: OptionalColumn<number>
}

interface AccountTable {
  provider: Column<string>
  providerAccountId: Column<string>
  userId: Column<string>
  type: Column<string>
  access_token: OptionalColumn<string>
  refresh_token: OptionalColumn<string>
  id_token: OptionalColumn<string>
  scope: OptionalColumn<string>
  token_type: OptionalColumn<string>
  session_state: OptionalColumn<string>
  expires_at: OptionalColumn<number>
  extra: OptionalColumn<string>
}

interface SessionTable {
  sessionToken: Column<string>
  userId: Column<string>
  expires: Column<number>
  createdAt: OptionalColumn<number>
  userAgent: OptionalColumn<string>
}

interface VerificationTokenTable {
  identifier: Column<string>
  token: Column<string>
  expires: Column<number>
}

interface AuthenticatorTable {
  credentialID: Column<string>
  userId: Column<string>
  providerAccountId: Column<string>
  credentialPublicKey: Column<string>
  counter: Column<number>
  credentialDeviceType: Column<string>
  credentialBackedUp: Column<number>
  transports: OptionalColumn<string>
  name: OptionalColumn<string>
  createdAt: OptionalColumn<number>
  lastUsedAt: OptionalColumn<number>
}

interface CounterTable {
  key: Column<string>
  count: Column<number>
  expires: Column<number>
}

interface AccountRecordTable {
  kind: Column<string>
  id: Column<string>
  userId: OptionalColumn<string>
  data: Column<string>
  version: Column<number>
  expires: OptionalColumn<number>
}

interface MigrationTable {
  id: Column<number>
}

/** Latchkit's tables, without the prefix of their names. */
export interface Tables {
  users: UserTable
  accounts: AccountTable
  sessions: SessionTable
  verification_tokens: VerificationTokenTable
  authenticators: AuthenticatorTable
  counters: CounterTable
  account_records: AccountRecordTable
  migrations: MigrationTable
}

export type TablesKysely = Kysely<Tables>
export type TablesTransaction = Transaction<Tables>

/** A dialect of SQL. `mysql` is also for MariaDB. */
export type SqlDialectName = "sqlite" | "postgres" | "mysql"

/** The tables' full names. Kysely's types know them without the prefix. */
export type TableNames = { readonly [Name in keyof Tables]: Name }

/** Returns the names of Latchkit's tables with `prefix`. */
export function tableNames(prefix: string): TableNames {
  const named = <Name extends keyof Tables>(name: Name): Name => `${prefix}${name}` as Name // the prefix isn't part of the type
  return {
    users: named("users"),
    accounts: named("accounts"),
    sessions: named("sessions"),
    verification_tokens: named("verification_tokens"),
    authenticators: named("authenticators"),
    counters: named("counters"),
    account_records: named("account_records"),
    migrations: named("migrations"),
  }
}

/** Returns the tables' full names, by the names that the core uses. */
export const byTableName = (names: TableNames): Readonly<Record<TableName, keyof Tables>> => ({
  ...names,
  verificationTokens: names.verification_tokens,
  accountRecords: names.account_records,
})

const decoder = new TextDecoder()

/** Returns the text of a column. MySQL's binary columns, which compare byte for byte, are read as bytes. */
export const toText = (value: unknown): string => (value instanceof Uint8Array ? decoder.decode(value) : String(value))
