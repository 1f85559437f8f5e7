import { canonicalEmail } from "../../providers/email-address.ts"
import type { Adapter, AdapterUser } from "../contract.ts"
import { AdapterConflict, CODE_SEPARATOR, requireKeys } from "../values.ts"
import { ownFields, toUser, type OwnFields } from "./rows.ts"
import { changeRows, readFirst, type Store } from "./store.ts"
import { equals, type Condition, type Row } from "./verbs.ts"

/** The users' table. The app may have made it. */
export interface UsersTable {
  /** The columns of Latchkit's that it has. */
  readonly columns: readonly string[]
  /** The app's own columns that are read and written. */
  readonly fields: OwnFields
  /** Those of both that the database computes. @default none */
  readonly generated?: readonly string[] | undefined
  /**
   * Returns the row of a new user with a key that the column can hold.
   *
   * @default the same row
   */
  fitKey?(row: Row): Row
}

/** The tables whose rows are deleted with their user. */
export const OWNED_TABLES = ["accounts", "sessions", "authenticators", "accountRecords"] as const
const AFTER_SEPARATOR = String.fromCharCode(CODE_SEPARATOR.charCodeAt(0) + 1)

/** Creates the user operations. Addresses are stored and found in their canonical form, so no two users share one. */
export function users(store: Store, table: UsersTable) {
  const read = (row: Row): AdapterUser => toUser(row, table.fields)
  const find = (values: Readonly<Record<string, string>>) =>
    readFirst(store.select({ table: "users", where: equals(values) }), read)
  return {
    createUser: (user) => createUser(store, table, user),
    getUser: (id) => find({ id }),
    getUserByEmail: async (email) => find({ email: canonicalEmail(email) }),
    async getUserByAccount({ provider, providerAccountId }) {
      const stored = await store.withUser("accounts", { provider, providerAccountId })
      return stored && read(stored.user)
    },
    updateUser: (changes) => updateUser(store, table, changes),
    deleteUser: (id) =>
      readFirst(
        store.atomic((within) => deleteUser(within, id)),
        read,
      ),
    async listUsers({ after = "", limit }) {
      return (await store.select({ table: "users", where: after === "" ? [] : [["id", ">", after]], limit })).map(read)
    },
  } satisfies Adapter
}

async function createUser(store: Store, table: UsersTable, user: AdapterUser): Promise<AdapterUser> {
  const created = { ...user, id: user.id || crypto.randomUUID(), email: canonicalEmail(user.email || "") }
  requireKeys(created, created.email ? ["id", "email"] : ["id"])
  const fieldNames = ownFields(user, table.fields).filter((name) => Reflect.get(user, name) !== undefined)
  const row = toRow(created, writtenColumns(table, fieldNames))
  return toUser(await store.insert("users", table.fitKey?.(row) ?? row), table.fields)
}

const writtenColumns = ({ columns, generated = [] }: UsersTable, fieldNames: readonly string[]) =>
  [...columns, ...fieldNames].filter((name) => !generated.includes(name))

async function updateUser(
  store: Store,
  table: UsersTable,
  given: Partial<AdapterUser> & Pick<AdapterUser, "id">,
): Promise<AdapterUser> {
  const changes = given.email === undefined ? given : { ...given, email: canonicalEmail(given.email) }
  requireKeys(changes, changes.email ? ["id", "email"] : ["id"])
  const columns = writtenColumns(table, ownFields(changes, table.fields)).filter((name) => name !== "id")
  const set = toRow(
    changes,
    columns.filter((name) => Reflect.get(changes, name) !== undefined),
  )
  const [row] = await changeRows(store, "users", set, equals({ id: changes.id }))
  if (!row) throw new AdapterConflict("The user doesn't exist")
  return toUser(row, table.fields)
}

async function deleteUser(store: Store, id: string): Promise<readonly Row[]> {
  const users = await store.lock("users", equals({ id }))
  const [user] = users
  if (!user) return []
  // The app's foreign keys may not cascade, and account records have none
  for (const table of OWNED_TABLES) await store.erase(table, equals({ userId: id }))
  const { email } = user
  if (typeof email === "string" && email !== "") await deleteEmailTokens(store, email)
  await store.erase("users", equals({ id }))
  return users
}

// The address's links, and its codes, whose identifiers start with `address#`. The order of a collation may find more
async function deleteEmailTokens(store: Store, email: string): Promise<void> {
  const where: readonly Condition[] = [
    ["identifier", ">=", email],
    ["identifier", "<", `${email}${AFTER_SEPARATOR}`],
  ]
  const tokenRows = await store.select({ table: "verificationTokens", where })
  for (const { identifier, token } of tokenRows) {
    if (typeof identifier !== "string" || typeof token !== "string") continue
    if (identifier === email || identifier.startsWith(`${email}${CODE_SEPARATOR}`))
      await store.erase("verificationTokens", equals({ identifier, token }))
  }
}

function toRow(user: object, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((name) => [name, toValue(name, Reflect.get(user, name))]))
}

// A date of the app's own column stays one. A driver turns it into its column's type
function toValue(name: string, value: unknown): unknown {
  // A table that another program filled has 0 for no date
  if (name === "emailVerified" && value instanceof Date) return value.getTime() || 1
  if (name === "emailVerified" || name === "sessionEpoch") return value instanceof Date ? value.getTime() : null
  return name === "email" ? value || null : (value ?? null)
}
