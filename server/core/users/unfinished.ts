import type { Adapter, AdapterUser } from "../../adapters/contract.ts"
import { hasTransaction } from "../../adapters/extended.ts"
import type { Settings } from "../config/settings.ts"
import { hmac } from "../crypto/hash.ts"
import type { Identity } from "../../providers/identity.ts"
import { updateUser, userByEmail } from "./users.ts"

/**
 * A first sign-in creates a user and then links the account. Without transactions, the process may die in between, and
 * the address would stay taken. So the user is created with a mark in the picture's URL that names the account.
 * Linking the account removes the mark. A retry with the same account finds its mark and finishes. No other account
 * matches it, but the address is free for a new user.
 */
const UNFINISHED_MARK = /(?:data:,)?#lk-[\w-]{24}$/
const MAX_IMAGE = 150 // characters; some tables have room for 191

/** Returns the picture of a new user, with the mark of the account to link. */
export async function markedImage(settings: Settings, identity: Identity, image: string | null): Promise<string> {
  const [mark = ""] = await unfinishedMarks(settings, identity)
  return image !== null && image.length <= MAX_IMAGE ? `${image}${mark}` : `data:,${mark}`
}

/** Returns whether a sign-in with this same account created the user and did not finish. */
export async function isUnfinished(
  settings: Settings,
  identity: Identity,
  { image, emailVerified }: AdapterUser,
): Promise<boolean> {
  if (emailVerified || !image || !UNFINISHED_MARK.test(image)) return false
  return (await unfinishedMarks(settings, identity)).some((mark) => image.endsWith(mark))
}

/** Removes the mark, if the user has one. `image` is the picture that the provider just returned. */
export async function finishUser(adapter: Adapter, user: AdapterUser, image?: string | null): Promise<AdapterUser> {
  if (!user.image || !UNFINISHED_MARK.test(user.image)) return user
  const plain = image ?? (user.image.replace(UNFINISHED_MARK, "") || null)
  return updateUser(adapter, { id: user.id, image: plain })
}

function unfinishedMarks(
  { secrets }: Settings,
  { account: { provider, providerAccountId } }: Identity,
): Promise<string[]> {
  const text = JSON.stringify([provider, providerAccountId])
  return Promise.all(secrets.map(async (secret) => `#lk-${(await hmac(secret, "unfinished user", text)).slice(0, 24)}`))
}

/**
 * Returns the user with this address. Ignores one whose first sign-in never linked an account, so that no one can sign
 * in as them. Only adapters without transactions leave such a user, and {@link removeUnfinished} removes them.
 */
export async function addressHolder(adapter: Adapter, email: string): Promise<AdapterUser | null> {
  const user = await userByEmail(adapter, email)
  return user && !(await isAbandoned(adapter, user)) ? user : null
}

/** Returns whether a first sign-in created the user and has linked no account. One that is running looks the same. */
export async function isAbandoned(adapter: Adapter, { id, image, emailVerified }: AdapterUser): Promise<boolean> {
  if (hasTransaction(adapter) || emailVerified || !image || !UNFINISHED_MARK.test(image)) return false
  if (!adapter.deleteUser || !adapter.listAccounts) return false
  if ((await adapter.listAccounts(id)).length > 0) return false
  return ((await adapter.listAuthenticatorsByUserId?.(id)) ?? []).length === 0
}

/**
 * Removes a user whose first sign-in was abandoned. Call it with the claim on the address: a sign-in that is running
 * has it. Returns `false` if the user may sign in.
 */
export async function removeUnfinished(adapter: Adapter, user: AdapterUser): Promise<boolean> {
  if (!(await isAbandoned(adapter, user))) return false
  await adapter.deleteUser?.(user.id)
  return true
}
