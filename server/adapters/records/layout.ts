import { DATE_COLUMNS, TABLES, type TableName } from "../core/tables.ts"
import type { Row } from "../core/verbs.ts"
import { hashId, toRecordRow, type LayoutTable, type RecordRow } from "./client.ts"

/** The columns that an app added to the layout. */
export interface LayoutOptions {
  readonly passkeys: boolean
  readonly extra: boolean
  readonly accountRecords: boolean
}

/** A table of the layout. */
export interface Shape {
  readonly name: LayoutTable
  /** The layout's columns, by the core's names. */
  readonly columns: Readonly<Record<string, string>>
  /** The table that links its rows to users too, and the column there that names the row. */
  readonly link?: { readonly name: LayoutTable; readonly column: "account" | "session" }
}

/** The tables that the app's database has, by the core's names. */
export type Layout = Readonly<Partial<Record<TableName, Shape>>>

/** The columns of a user that the layout has. */
export const USER_COLUMNS: readonly string[] = TABLES.users.columns.filter((name) => name !== "sessionEpoch")

/** Returns the tables of a database. */
export function layoutTables({ passkeys, extra, accountRecords }: LayoutOptions): Layout {
  return {
    users: { name: "svc_users", columns: named(USER_COLUMNS) },
    accounts: {
      name: "svc_accounts",
      columns: { ...named(TABLES.accounts.columns.filter((name) => extra || name !== "extra")), userId: "user" },
      link: { name: "svc_users_accounts", column: "account" },
    },
    sessions: {
      name: "svc_sessions",
      columns: { ...named(["sessionToken", "expires"]), userId: "user" },
      link: { name: "svc_users_sessions", column: "session" },
    },
    verificationTokens: { name: "svc_verificationTokens", columns: named(TABLES.verificationTokens.columns) },
    ...(passkeys && {
      authenticators: {
        name: "svc_authenticators",
        columns: { ...named(TABLES.authenticators.columns), userId: "user" },
      },
    }),
    ...(accountRecords && {
      accountRecords: {
        name: "svc_account_records",
        columns: { ...named(TABLES.accountRecords.columns), id: "recordId", userId: "owner" },
      },
      counters: { name: "svc_account_records", columns: { count: "version", expires: "expires" } },
    }),
  }
}

const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]))

/** Returns the columns of a row. Those that the layout doesn't have are left out. */
export function encodeFields({ columns }: Shape, row: Row): Record<string, unknown> {
  const fields = Object.entries(row).filter(([name]) => name in columns)
  return Object.fromEntries(fields.map(([name, value]) => [columns[name], encodeValue(name, value)]))
}

/** Begins the id of a row, which is a hash of its key. So the database itself rejects a second row with this key. */
const ID_KINDS: Readonly<Partial<Record<TableName, string>>> = {
  accounts: "a",
  sessions: "s",
  verificationTokens: "t",
  authenticators: "p",
  accountRecords: "r",
  counters: "n",
}

/** Returns the id of a row that Latchkit creates. Another adapter of the layout gives its rows other ids. */
export async function rowId(table: TableName, row: Row): Promise<string> {
  const key = TABLES[table].key.map((name) => String(row[name]))
  const kind = ID_KINDS[table]
  if (kind === undefined) return key.join()
  // A counter's key begins with its kind
  return hashId(kind, ...(table === "counters" ? (/^(\w+):([^]*)$/.exec(key.join()) ?? []).slice(1) : key))
}

/** Returns a new row. No account record has the kind of a counter, so no query of account records finds one. */
export async function encodeRow(table: TableName, shape: Shape, row: Row): Promise<Record<string, unknown>> {
  const id = await rowId(table, row)
  const record = { ...encodeFields(shape, row), id }
  if (table !== "counters") return record
  return { ...record, kind: `latchkit:${String(row["key"]).split(":", 1).join()}`, recordId: id, owner: null, data: "" }
}

function encodeValue(name: string, value: unknown): unknown {
  if (name === "credentialBackedUp") return value === 1
  return DATE_COLUMNS.has(name) && typeof value === "number" ? new Date(value).toISOString() : value
}

/** Returns a row of the core. */
export function decodeFields(table: TableName, { columns }: Shape, row: RecordRow): Row {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, decodeValue(table, name, row[column] ?? null)]),
  )
}

function decodeValue(table: TableName, name: string, value: unknown): unknown {
  if (name === "userId" && typeof value === "object") return toRecordRow(value)?.id ?? null // a link
  if (name === "credentialBackedUp") return Number(value === true)
  if (name === "type") return value ?? "oauth" // the layout allows null
  if (!DATE_COLUMNS.has(name)) return value
  if (table === "authenticators") return value === null ? null : Date.parse(String(value)) // stored as text
  const time = value instanceof Date || typeof value === "string" ? new Date(value).getTime() : 0
  // The client turns a null column into the epoch. A session or token without a date is over
  if (time > 0) return time
  return table === "sessions" || table === "verificationTokens" ? 0 : null
}
