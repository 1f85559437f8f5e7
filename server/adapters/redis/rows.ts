import { canonicalEmail } from "../../providers/email-address.ts"
import { fromRow, parseStoredObject, toAccount, toAccountRow, toRow, toUser } from "../core/rows.ts"
import { DATE_COLUMNS, TABLES, type TableName } from "../core/tables.ts"
import type { Row } from "../core/verbs.ts"
import { identifierAddress } from "../values.ts"
import type { Store } from "./store.ts"

/** Begin the keys of rows, and of the lists of an owner's rows. An address has one list, with its codes too. */
const KINDS = {
  users: { row: "user", list: "users" },
  accounts: { row: "account", list: "accounts" },
  sessions: { row: "session", list: "sessions" },
  verificationTokens: { row: "token", list: "tokens" },
  authenticators: { row: "authenticator", list: "authenticators" },
  accountRecords: { row: "record", list: "records" },
  counters: { row: "count", list: "" },
} as const satisfies Record<TableName, { row: string; list: string }>

/** Returns the key of a row. A counter's key in the core begins with its kind. */
export function rowKey(store: Store, table: TableName, row: Row): string {
  const key = TABLES[table].key.map((name) => String(row[name]))
  if (table !== "counters") return store.key(KINDS[table].row, ...key)
  const [, kind = "", rest = ""] = /^(\w+):([^]*)$/.exec(key.join()) ?? []
  return store.key(kind, rest)
}

/** Returns the key of the list that has the row. An account record without an owner is on none. */
export function listKey(store: Store, table: TableName, { userId, identifier }: Row): string {
  const { list } = KINDS[table]
  if (table === "users") return store.key(list)
  if (table === "verificationTokens") return store.key(list, identifierAddress(String(identifier)))
  return userId === null ? "" : store.key(list, String(userId))
}

/** Returns the key that leads to the user with this address, or "". */
export function emailKey(store: Store, { email }: Row): string {
  return typeof email === "string" && email !== "" ? store.key("email", canonicalEmail(email)) : ""
}

/** Encodes a row: first the key of its owner, or of a user's address, which the scripts read. */
export function encodeRow(store: Store, table: TableName, row: Row): string {
  const head = table === "users" ? emailKey(store, row) : TABLES[table].owned ? ownerKey(store, row) : ""
  return `${head}\n${JSON.stringify(toObject(table, row))}`
}

/** Returns the key of the row's user. */
export const ownerKey = (store: Store, { userId }: Row): string => rowKey(store, "users", { id: userId })

function toObject(table: TableName, row: Row): object {
  if (table === "users") return toUser(row, "all")
  return table === "accounts" ? toAccount(row) : fromRow<object>(table, row)
}

/** Returns the row of what Redis stores, or of `null` if it stores nothing. */
export function decodeRow(table: TableName, stored: unknown): Row | null {
  if (typeof stored !== "string") return null
  return fromObject(table, parseStoredObject("record", stored.slice(stored.indexOf("\n") + 1)))
}

/** Returns the row of an object, whose dates may be texts. The app's own fields of a user stay as they are. */
export function fromObject(table: TableName, given: object): Row {
  if (table === "accounts") return toAccountRow(given as Parameters<typeof toAccountRow>[0]) // as `toObject` made it
  const row = toRow(table, given)
  const dates = [...DATE_COLUMNS].filter((name) => typeof row[name] === "string")
  return {
    ...(table === "users" && given),
    ...row,
    ...Object.fromEntries(dates.map((name) => [name, Date.parse(String(row[name]))])),
  }
}
