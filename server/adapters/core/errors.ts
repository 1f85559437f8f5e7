import { AdapterConflict } from "../values.ts"
import type { TableName } from "./tables.ts"

const REJECTED_ROW = "The database rejected the row: its key already exists, or its owner doesn't"

const REJECTED_ROWS: Readonly<Partial<Record<TableName, string>>> = {
  users: "The user's id or address is already taken",
  accounts: "The account is already linked, or its user doesn't exist",
  sessions: "The session token already exists, or its user doesn't",
  authenticators: "The credential already exists, or its user doesn't",
  verificationTokens: "The token already exists",
}

/** Returns the error for a database that doesn't say itself why it rejects a row. */
export function rejectRow(table: TableName): AdapterConflict {
  return new AdapterConflict(REJECTED_ROWS[table] ?? REJECTED_ROW)
}

/** Thrown if a transaction must run again, because another one changed what it read. */
export class RowsChanged extends AdapterConflict {
  readonly isBusy = true

  constructor() {
    super("Other requests changed the same rows each time. Nothing was written")
  }
}

/** The codes of databases and drivers. */
const CODES = {
  // PostgreSQL. MySQL: ER_DUP_ENTRY. SQLite: UNIQUE, PRIMARYKEY
  taken: ["23505", 1062, 2067, 1555, "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"],
  // PostgreSQL. MySQL: ER_NO_REFERENCED_ROW(_2). SQLite: FOREIGNKEY
  ownerless: ["23503", 1452, 1216, 787, "SQLITE_CONSTRAINT_FOREIGNKEY"],
  // PostgreSQL: serialization failure, deadlock, a prepared statement that a pooler lost or has already.
  // MySQL: ER_LOCK_DEADLOCK; MariaDB: ER_CHECKREAD. SQLite: busy
  busy: ["40001", "40P01", "26000", "42P05", 1213, 1020, 5, 261, 517, "SQLITE_BUSY", "SQLITE_BUSY_SNAPSHOT"],
  // PostgreSQL: a prepared statement doesn't exist, exists already, or returns other types since a migration. A pooler
  // such as PgBouncer may send each query to another connection, and not all of them support names of statements
  lost: ["26000", "42P05", "0A000"],
  // MySQL rejects a change of a table because it has that change: ER_TABLE_EXISTS_ERROR, ER_BAD_TABLE_ERROR,
  // ER_DUP_FIELDNAME, ER_DUP_KEYNAME, ER_CANT_DROP_FIELD_OR_KEY
  done: [1050, 1051, 1060, 1061, 1091],
} as const satisfies Record<string, readonly unknown[]>

/** D1 and Turso have only text. It begins with the database's own words, and never has values of a row. */
const TEXTS: Readonly<Partial<Record<keyof typeof CODES, RegExp>>> = {
  taken: /^([\w ]+: )*UNIQUE constraint failed/,
  ownerless: /^([\w ]+: )*FOREIGN KEY constraint failed/,
  busy: /^([\w ]+: )*database (table )?is locked/,
}

/**
 * Translates an error of any driver. Looks at the error and its causes, because a tool may wrap the driver's error.
 * A wrapper of Drizzle is left out: its message quotes every value of the statement, such as tokens.
 */
export function translateError(error: unknown): unknown {
  if (error instanceof AdapterConflict) return error
  const causes = listCauses(error)
  const conflict = causes.find((cause) => hasReason(cause, "taken") || hasReason(cause, "ownerless"))
  if (conflict) {
    const constraint = constraintName(conflict)
    const message = constraint === undefined ? REJECTED_ROW : `${REJECTED_ROW} (${constraint})`
    return new AdapterConflict(message, { uniqueKey: hasReason(conflict, "taken") ? constraint : undefined })
  }
  const [wrapper, cause] = causes
  return wrapper && "params" in wrapper && cause instanceof Error ? cause : error
}

// In the words of SQLite and MySQL. They quote the row's values too, so only the name is read
const CONSTRAINT_TEXTS = [
  /constraint failed: ([\w$]+\.[\w$.]+(?:, [\w$.]+)*)/,
  /for key '([\w$.-]+)'$/,
  /CONSTRAINT `([\w$.-]+)` FOREIGN KEY/,
]

/** Returns the constraint or the columns that a row broke. It may be a constraint of the app's own. */
function constraintName(conflict: object): string | undefined {
  const texts = CONSTRAINT_TEXTS.map((text) => text.exec(innerMessage(conflict))?.[1])
  const names: unknown[] = [Reflect.get(conflict, "constraint"), Reflect.get(conflict, "constraint_name"), ...texts]
  return names.find((one) => typeof one === "string")
}

/** Returns whether the error or a cause of it has one of the reason's codes. */
export function isCausedBy(error: unknown, reason: keyof typeof CODES): boolean {
  return listCauses(error).some((cause) => hasReason(cause, reason))
}

/** Returns whether the statement may succeed if it runs again: the database ended it because of another one. */
export function isBusy(error: unknown): boolean {
  return isCausedBy(error, "busy") || listCauses(error).some((cause) => "isBusy" in cause)
}

/** Returns the error and its causes: a tool may wrap the error of the driver. */
export function listCauses(error: unknown, depth = 0): readonly object[] {
  if (typeof error !== "object" || error === null || depth > 4) return []
  return [error, ...listCauses(Reflect.get(error, "cause"), depth + 1)]
}

/** Returns the message of an error without a cause, which is the database's own. */
export function innerMessage(error: object): string {
  return error instanceof Error && !isObject(error.cause) ? error.message : ""
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null

function hasReason(error: object, reason: keyof typeof CODES): boolean {
  const codes: readonly unknown[] = CODES[reason]
  const names = ["code", "errno", "errcode", "extendedCode", "rawCode"]
  if (names.some((name) => codes.includes(Reflect.get(error, name)))) return true
  return TEXTS[reason]?.test(innerMessage(error)) === true
}
