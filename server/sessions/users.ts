import type { Adapter, AdapterUser } from "../adapters/contract.ts"
import { requireOperation } from "../adapters/required.ts"
import { passwordSettings } from "../config/passwords.ts"
import type { Settings } from "../config/settings.ts"
import { AccessDenied, AuthError } from "../errors.ts"
import type { ProfileUser } from "../providers/profile-types.ts"
import { limitProfile } from "../providers/limit-profile.ts"
import { normalizeEmail } from "../providers/email-address.ts"
import type { Awaitable } from "../types.ts"

/**
 * Returns the user with exactly this email address. The database's collation may treat another address as equal; such a
 * user is ignored, and the result is `null`.
 */
export async function userByEmail(adapter: Adapter, email: string | null): Promise<AdapterUser | null> {
  if (email === null) return null
  const user = await requireOperation(adapter, "getUserByEmail")(email)
  return user && (user.email === email || normalizeEmail(user.email) === email) ? user : null
}

/** Returns the user with exactly this id, or `null`. */
export async function userById(adapter: Adapter, id: string): Promise<AdapterUser | null> {
  const user = await requireOperation(adapter, "getUser")(id)
  return user && isSameId(user.id, id) ? user : null
}

/**
 * Requires that new users may open an account. Every sign-in method calls it before it creates a user.
 *
 * @throws {AccessDenied} if `signUp` of `Password()` isn't `"open"`
 */
export function requireOpenSignUp(settings: Settings): void {
  const policy = passwordSettings(settings)?.signUp ?? "open"
  if (policy !== "open") throw new AccessDenied(`No user has this account, and \`signUp\` is ${JSON.stringify(policy)}`)
}

interface NewUser {
  email: string | null
  emailVerified: Date | null
  /** The id, if it is known before. @default a random one */
  id?: string | undefined
  /** Fields of the app's own. */
  extra?: Readonly<Record<string, unknown>>
}

const DECLARED_FIELDS: ReadonlySet<string> = new Set(["id", "email", "emailVerified", "name", "image", "sessionEpoch"])

/** Returns the fields that a `profile` callback added to the declared ones. Auth.js stores them in the user. */
export function extraUserFields(user: ProfileUser): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(user).filter(([name, value]) => !DECLARED_FIELDS.has(name) && value !== undefined),
  )
}

/**
 * Creates a user. Only declared fields are stored: a profile that spreads claims must not set a role, an id or a
 * verification date.
 *
 * @throws {AuthError} `Verification` if the address is reserved for its former user
 */
export async function createUser(
  { settings, adapter }: { settings: Settings; adapter: Adapter },
  profile: Pick<ProfileUser, "name" | "image">,
  { email, emailVerified, id = crypto.randomUUID(), extra: further = {} }: NewUser,
): Promise<AdapterUser> {
  const { requireUnreserved } = await import("./reserved-address.ts") // not needed to read a session
  await requireUnreserved(settings, adapter, email)
  const { name = null, image = null } = limitProfile(profile)
  const userFields = { ...further, id, name, image, emailVerified }
  const user = await requireOperation(adapter, "createUser")({ ...userFields, email: email as string }) // databases store a missing address as null
  if (!isId(user?.id)) throw new AuthError("AdapterError", "The adapter's `createUser` returned no id")
  if (email !== null && user.email !== email)
    throw new AuthError("AdapterError", "The adapter's `createUser` stored another address")
  return user
}

/** Updates a user, and returns the whole user. Some other adapters return only what changed. */
export async function updateUser(
  adapter: Adapter,
  changes: Partial<AdapterUser> & Pick<AdapterUser, "id">,
): Promise<AdapterUser> {
  const updated = await requireOperation(adapter, "updateUser")(changes)
  if (!isSameId(updated?.id, changes.id)) throw new AuthError("AdapterError", "`updateUser` returned another user")
  if (updated.email) return updated
  const user = await requireOperation(adapter, "getUser")(changes.id)
  if (!user || !isSameId(user.id, changes.id)) throw new AuthError("AdapterError", "`getUser` returned another user")
  return user
}

/** Returns whether a value can be a user's id. `openAdapter` makes texts of numbers. */
export function isId(id: unknown): id is string {
  return typeof id === "string" && id !== ""
}

/** Returns whether two ids are equal. Two missing ids aren't. */
export function isSameId(one: string | null | undefined, other: string | null | undefined): boolean {
  return isId(one) && one === other
}

/**
 * Returns the result of `change`, or "gone" if the session with this key no longer exists. Other adapters may throw
 * then, as Prisma's does, and the later of two parallel requests would fail.
 *
 * @throws what `change` threw, if the session still exists or the database doesn't respond
 */
export async function unlessDeleted<T>(adapter: Adapter, key: string, change: () => Awaitable<T>): Promise<T | "gone"> {
  try {
    return await change()
  } catch (error) {
    if (adapter.wantsTokenHashes || (await requireOperation(adapter, "getSessionAndUser")(key))) throw error
    return "gone"
  }
}
