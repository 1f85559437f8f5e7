import type { Adapter, AdapterUser } from "../../adapters/contract.ts"
import type { User } from "../../../client/contract.ts"
import type { Reclaimed, ResolvedAccount, VerifiedIdentity } from "./types.ts"
import type { ActionContext } from "../request/action-context.ts"
import { createUser, planUser, requireOpenSignUp, storeWithUser, finishUser, isAbandoned } from "./create-user.ts"
import { plannedId, requirePlanned, toPlan } from "./decide.ts"
import { reclaimAccount } from "./reclaim.ts"
import { proofTime } from "./reclaimed.ts"
import { isSameId, updateUser, userByEmail } from "./users.ts"
import { AuthError } from "../../errors.ts"

/** Returns the user with the address that was just proven, or creates one. */
export async function resolveByEmail(
  context: ActionContext,
  adapter: Adapter,
  verified: VerifiedIdentity,
): Promise<ResolvedAccount> {
  const { identity, userId } = verified
  const { settings } = context
  const email = identity.account.providerAccountId
  const addressOwner = await userByEmail(adapter, email)
  const existing = addressOwner && !(await isAbandoned(adapter, addressOwner)) ? addressOwner : null
  if (userId !== undefined && !isSameId(addressOwner?.id, userId))
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
  const { user, events, reclaimed } = await verifyMailbox(context, adapter, existing)
  return { ...toResolvedAccount(user, { identity, isNewUser: false, events }), ...(reclaimed && { reclaimed }) }
}

/**
 * Stores that the user's mailbox is verified, and hands the user to the mailbox's owner. If someone else may have
 * signed in, the name and the picture become those of `profile`, which came with the proof. Otherwise it fills empty
 * ones.
 */
export async function verifyMailbox(
  context: ActionContext,
  adapter: Adapter,
  existing: AdapterUser,
  { name = null, image = null }: Pick<User, "name" | "image"> = {},
): Promise<Pick<ResolvedAccount, "events"> & { user: AdapterUser; reclaimed: Reclaimed | undefined }> {
  const { settings } = context
  const reclaimed = await reclaimAccount(context, adapter, existing)
  const emailVerified = reclaimed ? proofTime(settings.now()) : new Date(settings.now())
  const epoch = reclaimed && adapter.keepsSessionEpoch ? { sessionEpoch: emailVerified } : {}
  const profile = {
    ...(reclaimed && (reclaimed.hadMethods || !existing.name) && { name }),
    ...(reclaimed && (reclaimed.hadMethods || !existing.image) && { image }),
  }
  const verified = await updateUser(adapter, { id: existing.id, emailVerified, ...epoch, ...profile })
  const user = await finishUser(adapter, verified)
  const reclaimEvents: ResolvedAccount["events"] = reclaimed ? [{ name: "reclaimUser", message: { user } }] : []
  return {
    user,
    events: [{ name: "updateUser", message: { user } }, ...reclaimEvents],
    reclaimed,
  }
}

function toResolvedAccount(
  user: AdapterUser,
  { identity, ...rest }: Pick<ResolvedAccount, "isNewUser" | "events"> & Pick<VerifiedIdentity, "identity">,
): ResolvedAccount {
  return { user, account: { ...identity.account, userId: user.id }, ...rest }
}
