import type { Identity } from "../../providers/identity.ts"
import { decodeUnverified } from "../crypto/decode-unverified.ts"
import type { ActionContext } from "../request/action-context.ts"
import type { Adapter, AdapterUser, AccountKey } from "../../adapters/contract.ts"
import { requireAdapter, requireOperation } from "../../adapters/required.ts"
import { AuthError } from "../../errors.ts"
import { canonicalEmail } from "../../providers/email-address.ts"
import type { Awaitable, Account } from "../../types.ts"
import type { Settings } from "../config/settings.ts"

/** Returns the adapter, which stores the users who sign in by email or with a password. */
export const userStore = ({ adapter }: Settings): Adapter => requireAdapter(adapter, "Sign-in by email or password")

/**
 * Returns the user with exactly this email address. The database's collation may treat another address as equal; such a
 * user is ignored, and the result is `null`.
 */
export async function userByEmail(adapter: Adapter, email: string | null): Promise<AdapterUser | null> {
  if (email === null) return null
  const user = await requireOperation(adapter, "getUserByEmail")(email)
  return user && (user.email === email || canonicalEmail(user.email) === canonicalEmail(email)) ? user : null
}

/** Returns the user with exactly this id, or `null`. */
export async function userById(adapter: Adapter, id: string): Promise<AdapterUser | null> {
  const user = await requireOperation(adapter, "getUser")(id)
  return user && isSameId(user.id, id) ? user : null
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

/** Returns whether the request's session belongs to that user now. Reads the session again. */
export async function isSignedIn(context: ActionContext, userId: string): Promise<boolean> {
  const session = await context.sessions.lookup(context)
  return session.kind === "live" && isSameId(session.userId, userId)
}

/** Returns the user who has an account at a provider. */
export async function findOwner(
  adapter: Adapter,
  { provider, providerAccountId }: Pick<Account, "provider" | "providerAccountId">,
): Promise<AdapterUser | null> {
  const owner = (await requireOperation(adapter, "getUserByAccount")({ provider, providerAccountId })) ?? null
  if (owner === null) return null
  if (!isId(owner.id)) throw new AuthError("AdapterError", "`getUserByAccount` returned a user without an id")
  // Latchkit's adapters compare byte for byte. Other stores may confuse ids that their collation considers equal
  const storedAccount = adapter.wantsTokenHashes ? undefined : await adapter.getAccount?.(providerAccountId, provider)
  if (!storedAccount || (storedAccount.provider === provider && storedAccount.providerAccountId === providerAccountId))
    return owner
  throw new AuthError("AdapterError", "`getUserByAccount` returned the user of another account")
}

/**
 * Returns whether the current issuer also linked the account. Adapters have no column for the issuer, so this reads it
 * from the stored ID token. Returns `true` if there is no ID token or it can't be decoded.
 */
export async function isIssuedBySameIssuer(
  adapter: Adapter,
  { provider, providerAccountId }: AccountKey,
  isIssuedBy: Identity["isIssuedBy"],
): Promise<boolean> {
  if (!isIssuedBy) return true
  const account = await adapter.getAccount?.(providerAccountId, provider)
  const issuer = decodeUnverified(account?.id_token)?.iss
  return issuer === undefined || isIssuedBy(issuer)
}
