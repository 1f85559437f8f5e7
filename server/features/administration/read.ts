import type { AdapterUser } from "../../adapters/contract.ts"
import type { Settings } from "../../core/config/settings.ts"
import { AuthError } from "../../errors.ts"
import { disabledAt } from "../../core/users/security-state.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import { userByEmail } from "../../core/users/users.ts"
import { describe, loadUser, requireUsersAdapter } from "./load.ts"
import type { ManagedUser, UserList, UserListOptions } from "./types.ts"

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 200

export async function getUser(settings: Settings, id: string): Promise<ManagedUser | null> {
  const user = await loadUser(settings, id)
  return user && toManagedUser(settings, user)
}

/** Returns the user with this address, or `null`. */
export async function getUserByEmail(settings: Settings, email: string): Promise<ManagedUser | null> {
  if (typeof email !== "string") throw new TypeError(`The email is ${describe(email)}. Pass a text`)
  const adapter = requireUsersAdapter(settings)
  const user = await userByEmail(adapter, normalizeEmail(email) ?? email)
  return user && toManagedUser(settings, user)
}

/** Returns a page of users. */
export async function listUsers(
  settings: Settings,
  { cursor = null, limit = DEFAULT_LIMIT }: UserListOptions = {},
): Promise<UserList> {
  const adapter = requireUsersAdapter(settings)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw new TypeError(`\`limit\` is ${String(limit)}. Pass a number from 1 to ${MAX_LIMIT}`)
  if (cursor !== null && (typeof cursor !== "string" || cursor === ""))
    throw new TypeError(`\`cursor\` is ${describe(cursor)}. Pass the \`cursor\` of the page before`)
  if (!adapter.listUsers) throw cannotListError()
  // One more than asked for tells whether there is another page
  const storedUsers = await adapter.listUsers({ limit: limit + 1, ...(cursor !== null && { after: cursor }) })
  const page = storedUsers.slice(0, limit)
  const users = await Promise.all(page.map((user) => toManagedUser(settings, user)))
  return { users, cursor: storedUsers.length > limit ? String(page.at(-1)?.id) : null }
}

function cannotListError(): AuthError {
  const message =
    "`auth.users.list` needs an adapter with `listUsers`. Latchkit's adapters have it. With an adapter of Auth.js, query your own table of users"
  return new AuthError("MissingAdapterMethods", message, { operation: "listUsers" })
}

/** Adds what Latchkit knows about a user. */
export async function toManagedUser(settings: Settings, user: AdapterUser): Promise<ManagedUser> {
  return { ...user, disabledAt: await disabledAt(settings, user.id) }
}
