import { withCanonicalEmails } from "../canonical-email.ts"
import type { AdapterUser, UserOperations } from "../contract.ts"
import { AdapterConflict, CODE_SEPARATOR, hasKeys, isKey, requireKeys } from "../values.ts"
import { toRecordRow, hashId, type RecordRow, type Records, type RecordStep, type TableName } from "./client.ts"

/** The identifier of a lock row. It isn't an email address. */
const ADDRESS_LOCK = "latchkit:address-lock"
const FAR_FUTURE = "9999-12-31T23:59:59.999Z"
const OWNED_TABLES: readonly TableName[] = ["svc_users_accounts", "svc_users_sessions", "svc_accounts", "svc_sessions"]

/**
 * Creates the user operations. Each address has a lock row, whose id is a hash of the address, so the database rejects
 * a second user with it. The layout has no table for locks, so these rows are in `svc_verificationTokens`. They never
 * expire, and no magic link matches them.
 */
export function users(
  records: Records,
  { passkeys, accountRecords }: { passkeys: boolean; accountRecords: boolean },
): UserOperations {
  return withCanonicalEmails({
    createUser: (user) => createUser(records, user),
    getUser: async (id) => (isKey("id", id) ? toUser(await records.first("svc_users", { id })) : null),
    getUserByEmail: async (email) =>
      isKey("email", email) ? toUser(await records.first("svc_users", { email })) : null,
    async getUserByAccount(key) {
      if (!hasKeys(key, ["provider", "providerAccountId"])) return null
      const { provider, providerAccountId } = key
      const account = await records.first("svc_accounts", { provider, providerAccountId }, ["*", "user.*"])
      return toUser(toRecordRow(account?.["user"]))
    },
    updateUser: (changes) => updateUser(records, changes),
    async listUsers({ after, limit }) {
      const rows = await records.after("svc_users", after, limit)
      return rows.map(toUser).filter((user) => user !== null)
    },
    deleteUser: (id) =>
      deleteUser(records, {
        id,
        accountRecords,
        tables: passkeys ? [...OWNED_TABLES, "svc_authenticators"] : OWNED_TABLES,
      }),
  })
}

async function createUser(records: Records, user: AdapterUser): Promise<AdapterUser> {
  const id = user.id || crypto.randomUUID()
  const created: AdapterUser = { ...user, id, email: user.email || "", emailVerified: user.emailVerified ?? null }
  requireKeys(created, created.email ? ["id", "email"] : ["id"])
  // A row that another adapter of this layout created has no lock row
  if (created.email && (await records.first("svc_users", { email: created.email }))) throw emailTakenError()
  const steps = [
    ...(await lockAddress(created.email)),
    { insert: { table: "svc_users", record: toRow(created), createOnly: true } } satisfies RecordStep,
  ]
  await records.run(steps).catch(async (error: unknown) => {
    throw (await isEmailTaken(records, created)) ? emailTakenError() : error
  })
  return withNulls(created)
}

async function isEmailTaken(records: Records, { id, email }: AdapterUser): Promise<boolean> {
  const rows = [
    records.first("svc_users", { id }),
    ...(email ? [records.first("svc_verificationTokens", { id: await hashId("e", email) })] : []),
  ]
  return (await Promise.all(rows)).some((row) => row !== null)
}

async function lockAddress(email: string): Promise<RecordStep[]> {
  if (!email) return []
  const id = await hashId("e", email)
  // With an expiry, so that a job that deletes expired tokens keeps it
  const record = { id, identifier: ADDRESS_LOCK, token: id, expires: FAR_FUTURE }
  return [{ insert: { table: "svc_verificationTokens", record, createOnly: true } }]
}

async function unlockAddress(email: string): Promise<RecordStep[]> {
  return email ? [{ delete: { table: "svc_verificationTokens", id: await hashId("e", email) } }] : []
}

async function updateUser(
  records: Records,
  changes: Partial<AdapterUser> & Pick<AdapterUser, "id">,
): Promise<AdapterUser> {
  requireKeys(changes, changes.email ? ["id", "email"] : ["id"])
  const before = toUser(await records.first("svc_users", { id: changes.id }))
  if (!before) throw new AdapterConflict("The user doesn't exist")
  const definedChanges = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const after: AdapterUser = { ...before, ...definedChanges }
  const { id: _, ...fields } = toRow(after)
  const moved = after.email !== before.email
  if (moved && after.email && (await records.first("svc_users", { email: after.email }))) throw emailTakenError()
  const steps = moved ? [...(await unlockAddress(before.email)), ...(await lockAddress(after.email))] : []
  await records.run([...steps, { update: { table: "svc_users", id: after.id, fields } }])
  return withNulls(after)
}

async function deleteUser(
  records: Records,
  { id, tables, accountRecords }: { id: string; tables: readonly TableName[]; accountRecords: boolean },
): Promise<AdapterUser | null> {
  const user = isKey("id", id) ? toUser(await records.first("svc_users", { id })) : null
  if (!user) return null
  const owned = await Promise.all(
    tables.map(async (table) =>
      (await records.all(table, { "user.id": id }, ["id", "user.id"])).map((row) => ({ table, id: row.id })),
    ),
  )
  const table = "svc_account_records"
  const rows = accountRecords ? await records.all(table, { owner: id }) : []
  await records.run([
    ...rows.map((row): RecordStep => ({ delete: { table, id: row.id } })),
    ...owned.flat().map((row): RecordStep => ({ delete: row })),
    ...(await tokenRemovals(records, user.email)),
    ...(await unlockAddress(user.email)),
    { delete: { table: "svc_users", id } },
  ])
  return user
}

// Deletes the address's links and codes
async function tokenRemovals(records: Records, email: string): Promise<RecordStep[]> {
  const table = "svc_verificationTokens"
  if (!email) return []
  const links = await records.all(table, { identifier: email })
  const codes = await records.startingWith(table, "identifier", `${email}${CODE_SEPARATOR}`)
  return [...links, ...codes].map(({ id }) => ({ delete: { table, id } }))
}

function emailTakenError(): AdapterConflict {
  return new AdapterConflict("The user's id or address is already taken")
}

function toRow({ id, email, emailVerified, name, image }: AdapterUser): Record<string, unknown> {
  return {
    id,
    email: email || null,
    emailVerified: emailVerified?.toISOString() ?? null,
    name: name ?? null,
    image: image ?? null,
  }
}

function withNulls({ id, email, emailVerified, name, image }: AdapterUser): AdapterUser {
  return { id, email, emailVerified, name: name ?? null, image: image ?? null }
}

/** Reads a user from its row. */
export function toUser(row: RecordRow | null): AdapterUser | null {
  if (!row) return null
  const { id, email, emailVerified, name, image } = row
  return {
    id,
    email: textOrNull(email) ?? "",
    emailVerified: dateOrNull(emailVerified),
    name: textOrNull(name),
    image: textOrNull(image),
  }
}

/** Returns the text of a column, or `null`. */
export function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null
}

/** Returns the date of a column, or `null`. The client turns a null column into the epoch. */
export function dateOrNull(value: unknown): Date | null {
  if (typeof value !== "string" && !(value instanceof Date)) return null
  const date = new Date(value)
  return Number.isNaN(date.getTime()) || date.getTime() === 0 ? null : date
}
