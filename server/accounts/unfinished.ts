import type { Adapter, AdapterUser } from "../adapters/contract.ts"
import type { Settings } from "../config/settings.ts"
import { hmac } from "../crypto/hash.ts"
import type { Identity } from "../providers/identity.ts"
import { updateUser } from "../sessions/users.ts"

/**
 * A first sign-in creates a user and then links the account. Without transactions, the process may die in between, and
 * the address would stay taken. So the user is created with a mark in the picture's URL that names the account.
 * Linking the account removes the mark. A retry with the same account finds its mark and finishes. No other account
 * matches it.
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
