import type { AdapterAccount, AdapterUser } from "../contract.ts"
import type { JsonValue } from "../../types.ts"
import { definedFields } from "../values.ts"
import { DATE_COLUMNS, TABLES, type TableName } from "./tables.ts"
import type { Row } from "./verbs.ts"

/** The app's own columns of a user: their names, or each one that a user has. */
export type OwnFields = readonly string[] | "all"

/** Returns the row of an object of the contract. Keys that have no column are left out. */
export function toRow(table: TableName, given: object): Row {
  return Object.fromEntries(TABLES[table].columns.map((name) => [name, toValue(Reflect.get(given, name))]))
}

/** Returns the columns to change. An omitted key stays. */
export function toChanges(changes: object): Row {
  return Object.fromEntries(Object.entries(definedFields(changes)).map(([name, value]) => [name, toValue(value)]))
}

function toValue(value: unknown): unknown {
  if (value instanceof Date) return value.getTime()
  return typeof value === "boolean" ? Number(value) : (value ?? null)
}

/** Returns the object of the contract that a row stores. Its keys are the table's columns. */
export function fromRow<Stored>(table: TableName, row: Row): Stored {
  const values = TABLES[table].columns.map((name) => [name, fromValue(name, row[name] ?? null)])
  return Object.fromEntries(values) as Stored // a type whose keys are the table's columns
}

function fromValue(name: string, value: unknown): unknown {
  if (name === "credentialBackedUp") return value === 1
  return value !== null && DATE_COLUMNS.has(name) ? new Date(value as number) : value // milliseconds
}

/** Returns the names of the app's own columns of a user or row. Latchkit's have values of other types in a row. */
export function ownFields(user: object, fields: OwnFields): readonly string[] {
  return (fields === "all" ? Object.keys(user) : fields).filter((name) => !TABLES.users.columns.includes(name))
}

/** Reads a user. `fields` are the app's own columns. */
export function toUser(row: Row, fields: OwnFields): AdapterUser {
  const { email, sessionEpoch, ...user } = fromRow<AdapterUser>("users", row)
  return {
    ...user,
    email: email ?? "",
    ...(sessionEpoch && { sessionEpoch }),
    ...(fields.length > 0 && Object.fromEntries(ownFields(row, fields).map((name) => [name, row[name] ?? null]))),
  }
}

/** Returns an account's row. Keys that have no column are JSON in `extra`, also an account's own `extra`. */
export function toAccountRow(account: AdapterAccount): Row {
  const extra = Object.entries(account).filter(([name, value]) => !hasColumn(name) && value !== undefined)
  return {
    ...toRow("accounts", account),
    extra: extra.length > 0 ? JSON.stringify(Object.fromEntries(extra)) : null,
  }
}

const hasColumn = (name: string): boolean => name !== "extra" && TABLES.accounts.columns.includes(name)

/** Reads an account. */
export function toAccount({ extra, ...row }: Row): AdapterAccount {
  const values = Object.entries(row).filter(([name, value]) => value !== null && hasColumn(name))
  return {
    ...(typeof extra === "string" && parseStoredObject("extra", extra)),
    ...Object.fromEntries(values),
  } as AdapterAccount // the keys that were linked
}

/**
 * Parses a column that holds a JSON object.
 *
 * @throws {TypeError} if another program wrote something else. The message never has the value, which may be a secret
 */
export function parseStoredObject(column: string, stored: string): Record<string, JsonValue> {
  const value = parseJson(stored)
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, JsonValue> // values of JSON
  throw new TypeError(`The column ${column} needs a JSON object, but another program wrote something else`)
}

// An error of `JSON.parse` quotes the text
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
