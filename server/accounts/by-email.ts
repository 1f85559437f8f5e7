import type { Adapter, AdapterUser } from "../adapters/contract.ts"
import type { VerifiedIdentity, ResolvedAccount } from "./types.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { createUser, planUser, requireOpenSignUp } from "./create-user.ts"
import { plannedId, requirePlanned, storeWithUser, toPlan } from "./plan.ts"
import { reclaimAccount } from "./reclaim.ts"
import { proofTime } from "../sessions/reclaimed.ts"
import { isSameId, updateUser, userByEmail } from "../sessions/users.ts"
import type { Settings } from "../config/settings.ts"
import { AuthError } from "../errors.ts"
import { hmac } from "../crypto/hash.ts"
import type { Identity } from "../providers/identity.ts"

/** Returns the user with the address that was just proven, or creates one. */
export async function resolveByEmail(
  context: ActionContext,
  adapter: Adapter,
  verified: VerifiedIdentity,
): Promise<ResolvedAccount> {
  const { identity, userId } = verified
  const { settings } = context
  const email = identity.account.providerAccountId
  const existing = await userByEmail(adapter, email)
  if (userId !== undefined && !isSameId(existing?.id, userId))
    throw new AuthError("Verification", "The user was deleted, or their address changed, while the link was used")
  requirePlanned(verified, existing ? { kind: "use" } : { kind: "create" })
  if (!existing) {
    requireOpenSignUp(settings)
    const planned = { email, emailVerified: new Date(settings.now()), id: plannedId(verified) }
    if (verified.plan === "only") {
      const user = await planUser({ settings, adapter }, planned)
      return toPlan("create", user, { ...identity.account, userId: user.id })
    }
    const user = await createUser({ settings, adapter }, planned)
    await storeWithUser(adapter, { user }, verified)
    return toResolvedAccount(user, { identity, isNewUser: true, events: [{ name: "createUser", message: { user } }] })
  }
  if (existing.emailVerified) return toResolvedAccount(existing, { identity, isNewUser: false, events: [] })
  const { user, events, reclaimedUser } = await verifyMailbox(context, adapter, existing)
  return { ...toResolvedAccount(user, { identity, isNewUser: false, events }), ...(reclaimedUser && { reclaimedUser }) }
}

/** Stores that the user's mailbox is verified, and hands the user to the mailbox's owner. */
export async function verifyMailbox(
  context: ActionContext,
  adapter: Adapter,
  existing: AdapterUser,
): Promise<Pick<ResolvedAccount, "events"> & { user: AdapterUser; reclaimedUser: AdapterUser | undefined }> {
  const { settings } = context
  const reclaimed = await reclaimAccount(context, adapter, existing)
  const emailVerified = reclaimed ? proofTime(settings.now()) : new Date(settings.now())
  const epoch = reclaimed && adapter.keepsSessionEpoch ? { sessionEpoch: emailVerified } : {}
  const user = await finishUser(adapter, await updateUser(adapter, { id: existing.id, emailVerified, ...epoch }))
  const reclaimEvents: ResolvedAccount["events"] = reclaimed ? [{ name: "reclaimUser", message: { user } }] : []
  return {
    user,
    events: [{ name: "updateUser", message: { user } }, ...reclaimEvents],
    reclaimedUser: reclaimed ? existing : undefined,
  }
}

function toResolvedAccount(
  user: AdapterUser,
  { identity, ...rest }: Pick<ResolvedAccount, "isNewUser" | "events"> & Pick<VerifiedIdentity, "identity">,
): ResolvedAccount {
  return { user, account: { ...identity.account, userId: user.id }, ...rest }
}

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
