import type { Adapter, AdapterUser } from "../adapters/contract.ts"
import type { VerifiedIdentity, ResolvedAccount } from "./types.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { reclaimAccount } from "./reclaim.ts"
import { proofTime } from "../sessions/reclaimed.ts"
import { createUser, updateUser, userByEmail } from "../sessions/users.ts"
import { finishUser } from "./unfinished.ts"

/** Returns the user with the address that was just proven, or creates one. */
export async function resolveByEmail(
  context: ActionContext,
  adapter: Adapter,
  { identity }: VerifiedIdentity,
): Promise<ResolvedAccount> {
  const email = identity.account.providerAccountId
  const existing = await userByEmail(adapter, email)
  const verified = new Date(context.settings.now())
  if (!existing) {
    const user = await createUser(adapter, {}, { email, emailVerified: verified })
    return toResolvedAccount(user, { identity, isNewUser: true, happened: [{ name: "createUser", message: { user } }] })
  }
  if (existing.emailVerified) return toResolvedAccount(existing, { identity, isNewUser: false, happened: [] })
  const { user, happened, claimed } = await verifyMailbox(context, adapter, existing)
  return { ...toResolvedAccount(user, { identity, isNewUser: false, happened }), ...(claimed && { claimed }) }
}

/** Stores that the user's mailbox is verified, and hands the user to the mailbox's owner. */
export async function verifyMailbox(
  context: ActionContext,
  adapter: Adapter,
  existing: AdapterUser,
): Promise<Pick<ResolvedAccount, "happened"> & { user: AdapterUser; claimed: AdapterUser | undefined }> {
  const { settings } = context
  const reclaimed = await reclaimAccount(context, adapter, existing)
  const emailVerified = reclaimed ? proofTime(settings.now()) : new Date(settings.now())
  const epoch = reclaimed && adapter.keepsSessionEpoch ? { sessionEpoch: emailVerified } : {}
  const user = await finishUser(adapter, await updateUser(adapter, { id: existing.id, emailVerified, ...epoch }))
  const reclaimEvents: ResolvedAccount["happened"] = reclaimed ? [{ name: "reclaimUser", message: { user } }] : []
  return {
    user,
    happened: [{ name: "updateUser", message: { user } }, ...reclaimEvents],
    claimed: reclaimed ? existing : undefined,
  }
}

function toResolvedAccount(
  user: AdapterUser,
  { identity, ...rest }: Pick<ResolvedAccount, "isNewUser" | "happened"> & Pick<VerifiedIdentity, "identity">,
): ResolvedAccount {
  return { user, account: { ...identity.account, userId: user.id }, ...rest }
}
