import { withCanonicalEmails } from "../canonical-email.ts"
import type { AdapterUser, UserOperations, UserPage } from "../contract.ts"
import { AdapterConflict, CODE_SEPARATOR, hasKeys, isKey, requireKeys } from "../values.ts"
import { matchesExactly, toMilliseconds } from "../core/columns.ts"
import { toUser } from "../core/rows.ts"
import type { Database } from "./database.ts"
import type { Row } from "./tables.ts"

const AFTER_CODE_MARK = String.fromCharCode(CODE_SEPARATOR.charCodeAt(0) + 1)

/** The columns of a user. */
export const USER_COLUMNS = ["id", "email", "emailVerified", "name", "image"] as const

/** `sessionEpoch` isn't needed to read a session. */
const ALL_COLUMNS = [...USER_COLUMNS, "sessionEpoch"] as const
const OWNED_TABLES = ["accounts", "sessions", "authenticators", "account_records"] as const

/** Creates the user operations. `fields` are the app's own columns of a user. */
export function users(database: Database, fields: readonly string[]): UserOperations {
  return withCanonicalEmails({
    createUser: (user) => createUser(database, fields, user),
    getUser: (id) => findUser(database, fields, "id", id),
    getUserByEmail: (email) => findUser(database, fields, "email", email),
    getUserByAccount: (key) => getUserByAccount(database, fields, key),
    updateUser: (changes) => updateUser(database, fields, changes),
    deleteUser: (id) => database.atomic((within) => deleteUser(within, fields, id)),
    listUsers: (page) => listUsers(database, fields, page),
  })
}

async function findUser(
  { compiled, names }: Database,
  fields: readonly string[],
  column: "id" | "email",
  key: string,
): Promise<AdapterUser | null> {
  if (!isKey(column, key)) return null
  const [row] = await compiled(
    `user-by-${column}`,
    (db) =>
      db
        .selectFrom(names.users)
        .select([...ALL_COLUMNS, ...fields].map((name) => db.dynamic.ref<never>(name)))
        .where(column, "=", ""),
    [key],
  )
  return row && matchesExactly(row, { [column]: key }) ? toUser(row, fields) : null
}

async function createUser(database: Database, fields: readonly string[], user: AdapterUser): Promise<AdapterUser> {
  const given = fields.filter((name) => Reflect.get(user, name) !== undefined)
  const columns: readonly string[] = [...ALL_COLUMNS, ...given]
  const stored = Object.fromEntries(Object.entries(user).filter(([name]) => columns.includes(name)))
  const created: AdapterUser = {
    ...stored,
    id: user.id || crypto.randomUUID(),
    email: user.email || "",
    emailVerified: user.emailVerified ?? null,
    name: user.name ?? null,
    image: user.image ?? null,
  }
  requireKeys(created, created.email ? ["id", "email"] : ["id"])
  const row = toRow(created, columns)
  await database.run((db) =>
    db
      .insertInto(database.names.users)
      .values({ ...row, id: created.id })
      .execute(),
  )
  if (given.length === fields.length) return created
  return (await findUser(database, fields, "id", created.id)) ?? created // with the columns' own defaults
}

async function getUserByAccount(
  { run, names }: Database,
  fields: readonly string[],
  key: { provider: string; providerAccountId: string },
): Promise<AdapterUser | null> {
  if (!hasKeys(key, ["provider", "providerAccountId"])) return null
  const { provider, providerAccountId } = key
  const row: Row | undefined = await run((db) =>
    db
      .selectFrom([`${names.accounts} as a`])
      .innerJoin(`${names.users} as u`, "u.id", "a.userId")
      .select([...ALL_COLUMNS, ...fields].map((name) => db.dynamic.ref<never>(`u.${name}`)))
      .select(["a.provider", "a.providerAccountId"])
      .where("a.provider", "=", provider)
      .where("a.providerAccountId", "=", providerAccountId)
      .executeTakeFirst(),
  )
  return row && matchesExactly(row, { provider, providerAccountId }) ? toUser(row, fields) : null
}

// The ids compare byte for byte on every server, so their order never changes
async function listUsers(
  { run, names }: Database,
  fields: readonly string[],
  { after = "", limit }: UserPage,
): Promise<AdapterUser[]> {
  const rows: readonly Row[] = await run((db) =>
    db
      .selectFrom(names.users)
      .select([...ALL_COLUMNS, ...fields].map((name) => db.dynamic.ref<never>(name)))
      .where("id", ">", after)
      .orderBy("id")
      .limit(limit)
      .execute(),
  )
  return rows.map((row) => toUser(row, fields))
}

async function updateUser(
  database: Database,
  fields: readonly string[],
  changes: Partial<AdapterUser> & Pick<AdapterUser, "id">,
): Promise<AdapterUser> {
  requireKeys(changes, changes.email ? ["id", "email"] : ["id"])
  const columns = [...ALL_COLUMNS.slice(1), ...fields].filter((name) => Reflect.get(changes, name) !== undefined)
  const { id } = changes
  const { run, names } = database
  if (columns.length > 0)
    await run((db) => db.updateTable(names.users).set(toRow(changes, columns)).where("id", "=", id).execute())
  // Transactions on SQLite run one after the other
  else if (database.dialect !== "sqlite")
    await run((db) => db.selectFrom(names.users).select("id").where("id", "=", id).forUpdate().execute())
  const user = await findUser(database, fields, "id", id)
  if (!user) throw new AdapterConflict("The user doesn't exist")
  return user
}

async function deleteUser(database: Database, fields: readonly string[], id: string): Promise<AdapterUser | null> {
  const user = await findUser(database, fields, "id", id)
  if (!user) return null
  const { run, names } = database
  // The foreign keys cascade, but an app's own SQLite connection may have them switched off. Account records have none
  for (const table of OWNED_TABLES) await run((db) => db.deleteFrom(names[table]).where("userId", "=", id).execute())
  if (user.email) await deleteEmailTokens(database, user.email)
  await run((db) => db.deleteFrom(names.users).where("id", "=", id).execute())
  return user
}

// The address's links, and its codes, whose identifiers start with `address#`
async function deleteEmailTokens({ run, names }: Database, email: string): Promise<void> {
  await run((db) =>
    db
      .deleteFrom(names.verification_tokens)
      .where(({ eb, or, and }) =>
        or([
          eb("identifier", "=", email),
          and([
            eb("identifier", ">=", `${email}${CODE_SEPARATOR}`),
            eb("identifier", "<", `${email}${AFTER_CODE_MARK}`),
          ]),
        ]),
      )
      .execute(),
  )
}

function toRow(user: object, columns: readonly string[]): Readonly<Record<string, never>> {
  const row = Object.fromEntries(columns.map((name) => [name, toColumnValue(name, Reflect.get(user, name))]))
  return row as Record<string, never> // the app's own columns have any type
}

function toColumnValue(name: string, value: unknown): unknown {
  if (value instanceof Date) return toMilliseconds(value)
  return name === "email" ? value || null : (value ?? null)
}
