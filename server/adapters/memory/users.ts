import { canonicalEmail } from "../canonical-email.ts"
import type { AdapterUser, UserOperations } from "../contract.ts"
import { identifierAddress, AdapterConflict, hasKeys, isKey, requireKeys } from "../values.ts"
import { joinKey, findRows, type Tables } from "./tables.ts"

export function users(tables: Tables): UserOperations {
  const readUser = (id: string | undefined): AdapterUser | null => {
    const user = id === undefined ? undefined : tables.users.get(id)
    return user ? copyUser(user) : null
  }
  return {
    createUser(user) {
      const created = { ...copyUser(user), id: user.id || crypto.randomUUID(), email: user.email || "" }
      requireKeys(created, created.email ? ["id", "email"] : ["id"])
      if (tables.users.has(created.id)) throw new AdapterConflict("The user id is already taken")
      reserveEmail(tables, created)
      tables.users.set(created.id, created)
      return copyUser(created)
    },
    getUser: (id) => readUser(isKey("id", id) ? id : undefined),
    getUserByEmail: (email) => readUser(isKey("email", email) ? tables.emails.get(canonicalEmail(email)) : undefined),
    getUserByAccount: (key) =>
      readUser(
        hasKeys(key, ["provider", "providerAccountId"])
          ? tables.accounts.get(joinKey(key.provider, key.providerAccountId))?.userId
          : undefined,
      ),
    updateUser(changes) {
      const before = isKey("id", changes.id) ? tables.users.get(changes.id) : undefined
      if (!before) throw new AdapterConflict("The user doesn't exist")
      const after = copyUser({ ...before, ...definedFields(changes) })
      if (after.email) requireKeys(after, ["email"])
      if (canonicalEmail(after.email) !== canonicalEmail(before.email)) {
        reserveEmail(tables, after)
        tables.emails.delete(canonicalEmail(before.email))
      }
      tables.users.set(after.id, after)
      return copyUser(after)
    },
    deleteUser: (id) => deleteUser(tables, id),
    listUsers: ({ after = "", limit }) =>
      findRows(tables.users, ({ id }) => id > after)
        .map(([, user]) => copyUser(user))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .slice(0, limit),
  }
}

function reserveEmail(tables: Tables, { email, id }: AdapterUser): void {
  if (!email) return
  const address = canonicalEmail(email)
  if (tables.emails.has(address)) throw new AdapterConflict("The address belongs to another user")
  tables.emails.set(address, id)
}

function deleteUser(tables: Tables, id: string): AdapterUser | null {
  const user = isKey("id", id) ? tables.users.get(id) : undefined
  if (!user) return null
  for (const table of [tables.accounts, tables.sessions, tables.authenticators, tables.records]) {
    for (const [key] of findRows<{ userId: string | null }>(table, ({ userId }) => userId === id)) table.delete(key)
  }
  if (user.email) {
    const address = canonicalEmail(user.email)
    tables.emails.delete(address)
    for (const [key] of findRows(tables.tokens, ({ identifier }) => identifierAddress(identifier) === address))
      tables.tokens.delete(key)
  }
  tables.users.delete(id)
  return user
}

/** Copies a user, so that callers can't change the stored one. */
export function copyUser(user: AdapterUser): AdapterUser {
  return { ...user, emailVerified: user.emailVerified ? new Date(user.emailVerified) : null }
}

/** Removes undefined values, because they change nothing. */
export function definedFields<Row extends object>(changes: Row): Partial<Row> {
  const present = Object.entries(changes).filter(([, value]) => value !== undefined)
  // The types stay, because only undefined values are removed
  return Object.fromEntries(present) as Partial<Row>
}
