import type { AdapterUser, UserOperations } from "../contract.ts"
import { AdapterConflict, CODE_SEPARATOR, hasKeys, isKey, requireKeys } from "../values.ts"
import {
  assignments,
  columnList,
  matchesExactly,
  toMilliseconds,
  toDate,
  toDateOrNull,
  placeholders,
  toText,
  toTextOrNull,
} from "./columns.ts"
import type { Row, Statements } from "./statements.ts"

const AFTER_CODE_MARK = String.fromCharCode(CODE_SEPARATOR.charCodeAt(0) + 1)

/** The columns of a user. */
export const USER_COLUMNS = ["id", "email", "emailVerified", "name", "image"] as const

/** `sessionEpoch` isn't needed to read a session. */
const ALL_COLUMNS = [...USER_COLUMNS, "sessionEpoch"] as const

/** Creates the user operations. `fields` are the app's own columns of a user. */
export function users(sql: Statements, fields: readonly string[]): UserOperations {
  const columns = [...ALL_COLUMNS, ...fields]
  const selection = `select ${columnList(columns)} from :users where`
  const find = async (key: Record<string, string>, condition: string): Promise<AdapterUser | null> => {
    const [row] = await sql.rows(`${selection} ${condition}`, Object.values(key))
    return row && matchesExactly(row, key) ? toUser(row, fields) : null
  }
  return {
    createUser: (user) => createUser(sql, columns, user),
    getUser: async (id) => (isKey("id", id) ? find({ id }, `"id" = ?`) : null),
    getUserByEmail: async (email) => (isKey("email", email) ? find({ email }, `"email" = ?`) : null),
    getUserByAccount: (key) => getUserByAccount(sql, fields, key),
    updateUser: (changes) => updateUser(sql, fields, changes),
    deleteUser: (id) => sql.atomic((within) => deleteUser(within, fields, id)),
  }
}

async function createUser(sql: Statements, columns: readonly string[], user: AdapterUser): Promise<AdapterUser> {
  const created: AdapterUser = {
    ...user,
    id: user.id || crypto.randomUUID(),
    email: user.email || "",
    emailVerified: user.emailVerified ?? null,
    name: user.name ?? null,
    image: user.image ?? null,
  }
  requireKeys(created, created.email ? ["id", "email"] : ["id"])
  const values = columns.map((name) => toColumnValue(name, Reflect.get(created, name)))
  await sql.change(`insert into :users (${columnList(columns)}) values (${placeholders(columns)})`, values)
  return created
}

async function getUserByAccount(
  sql: Statements,
  fields: readonly string[],
  key: { provider: string; providerAccountId: string },
): Promise<AdapterUser | null> {
  if (!hasKeys(key, ["provider", "providerAccountId"])) return null
  const selected = `${columnList([...ALL_COLUMNS, ...fields], "u")}, a."provider", a."providerAccountId"`
  const condition = `a."provider" = ? and a."providerAccountId" = ?`
  const { provider, providerAccountId } = key
  const from = `from :accounts a join :users u on u."id" = a."userId"`
  const [row] = await sql.rows(`select ${selected} ${from} where ${condition}`, [provider, providerAccountId])
  return row && matchesExactly(row, { provider, providerAccountId }) ? toUser(row, fields) : null
}

async function updateUser(
  sql: Statements,
  fields: readonly string[],
  changes: Partial<AdapterUser> & Pick<AdapterUser, "id">,
): Promise<AdapterUser> {
  requireKeys(changes, changes.email ? ["id", "email"] : ["id"])
  const columns = [...ALL_COLUMNS.slice(1), ...fields].filter((name) => Reflect.get(changes, name) !== undefined)
  const values = columns.map((name) => toColumnValue(name, Reflect.get(changes, name)))
  if (columns.length > 0)
    await sql.change(`update :users set ${assignments(columns)} where "id" = ?`, [...values, changes.id])
  // Transactions on SQLite run one after the other
  else if (sql.dialect !== "sqlite") await sql.rows(`select "id" from :users where "id" = ? for update`, [changes.id])
  const user = await users(sql, fields).getUser(changes.id)
  if (!user) throw new AdapterConflict("The user doesn't exist")
  return user
}

async function deleteUser(sql: Statements, fields: readonly string[], id: string): Promise<AdapterUser | null> {
  const user = isKey("id", id) ? await users(sql, fields).getUser(id) : null
  if (!user) return null
  // The foreign keys cascade, but an app's own SQLite connection may have them switched off
  for (const table of [":accounts", ":sessions", ":authenticators"]) {
    await sql.change(`delete from ${table} where "userId" = ?`, [id])
  }
  if (user.email) {
    // The address's links, and its codes, whose identifiers start with `address#`
    const condition = `"identifier" = ? or ("identifier" >= ? and "identifier" < ?)`
    const codes = [`${user.email}${CODE_SEPARATOR}`, `${user.email}${AFTER_CODE_MARK}`]
    await sql.change(`delete from :verification_tokens where ${condition}`, [user.email, ...codes])
  }
  await sql.change(`delete from :users where "id" = ?`, [id])
  return user
}

function toColumnValue(name: string, value: unknown): unknown {
  if (value instanceof Date) return toMilliseconds(value)
  return name === "email" ? value || null : (value ?? null)
}

/** Reads a user from a row with the user's columns. */
export function toUser(row: Row, fields: readonly string[]): AdapterUser {
  const standardFields = {
    id: toText(row["id"]),
    email: toTextOrNull(row["email"]) ?? "",
    emailVerified: toDateOrNull(row["emailVerified"]),
    name: toTextOrNull(row["name"]),
    image: toTextOrNull(row["image"]),
    ...(typeof row["sessionEpoch"] !== "undefined" &&
      row["sessionEpoch"] !== null && { sessionEpoch: toDate(row["sessionEpoch"]) }),
  }
  return fields.length === 0
    ? standardFields
    : { ...standardFields, ...Object.fromEntries(fields.map((name) => [name, row[name] ?? null])) }
}
