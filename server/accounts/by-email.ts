import type { Adapter, AdapterUser } from "../adapters/contract.ts"
import type { Identified } from "./types.ts"
import type { Routed } from "../sessions/action-context.ts"
import { reclaimAccount } from "./reclaim.ts"
import { momentOfProof } from "../sessions/reclaimed.ts"
import type { Settled } from "./types.ts"
import { createUser, updateUser, userByEmail } from "../sessions/users.ts"
import { finishUser } from "./unfinished.ts"

/** The user whose mailbox was just proven: the one with that address, or a new one. */
export async function settleByEmail(routed: Routed, adapter: Adapter, { identity }: Identified): Promise<Settled> {
  const email = identity.account.providerAccountId
  const found = await userByEmail(adapter, email)
  const verified = new Date(routed.settings.now())
  if (!found) {
    const user = await createUser(adapter, {}, { email, emailVerified: verified })
    return settled(user, { identity, isNewUser: true, happened: [{ name: "createUser", message: { user } }] })
  }
  if (found.emailVerified) return settled(found, { identity, isNewUser: false, happened: [] })
  const { user, happened, claimed } = await proveMailbox(routed, adapter, found)
  return { ...settled(user, { identity, isNewUser: false, happened }), ...(claimed && { claimed }) }
}

/** Stores that the mailbox of a user is proven, and hands the user to its owner. */
export async function proveMailbox(
  routed: Routed,
  adapter: Adapter,
  found: AdapterUser,
): Promise<Pick<Settled, "happened"> & { user: AdapterUser; claimed: AdapterUser | undefined }> {
  const { settings } = routed
  const reclaimed = await reclaimAccount(routed, adapter, found)
  const emailVerified = reclaimed ? momentOfProof(settings.now()) : new Date(settings.now())
  const epoch = reclaimed && adapter.keepsSessionEpoch ? { sessionEpoch: emailVerified } : {}
  const user = await finishUser(adapter, await updateUser(adapter, { id: found.id, emailVerified, ...epoch }))
  const told: Settled["happened"] = reclaimed ? [{ name: "reclaimUser", message: { user } }] : []
  return {
    user,
    happened: [{ name: "updateUser", message: { user } }, ...told],
    claimed: reclaimed ? found : undefined,
  }
}

function settled(
  user: AdapterUser,
  { identity, ...rest }: Pick<Settled, "isNewUser" | "happened"> & Pick<Identified, "identity">,
): Settled {
  return { user, account: { ...identity.account, userId: user.id }, ...rest }
}
