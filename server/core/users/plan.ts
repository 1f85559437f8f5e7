import type { Adapter, AdapterUser } from "../../adapters/contract.ts"
import { AuthError } from "../../errors.ts"
import type { Account } from "../../types.ts"
import type { AccountPlan, ResolvedAccount, VerifiedIdentity } from "./types.ts"

/**
 * Requires that a decision is still what the sign-in planned before a step. Otherwise the steps were those of another
 * user.
 *
 * @throws {AuthError} `AttemptExpired` if it isn't
 */
export function requirePlanned(
  { plan }: Pick<VerifiedIdentity, "plan">,
  { kind, user }: { kind: string; user?: Pick<AdapterUser, "id"> | undefined },
): void {
  if (plan === undefined || plan === "only") return
  if (plan.kind === kind && (user === undefined || String(user.id) === plan.userId)) return
  throw new AuthError("AttemptExpired", "The address or the account got a user during this sign-in")
}

/** Returns the result of a decision that isn't carried out yet. */
export function toPlan(kind: AccountPlan["kind"], user: AdapterUser, account: Account): ResolvedAccount {
  const isNewUser = kind === "create" || kind === "finish"
  return { user, account, isNewUser, events: [], plan: { kind, userId: String(user.id) } }
}

/** Returns the id of a new user, if a plan has chosen it. */
export function plannedId({ plan }: Pick<VerifiedIdentity, "plan">): string | undefined {
  return plan === undefined || plan === "only" ? undefined : plan.userId
}

/** Stores what belongs to a new user. Without transactions, a failure removes the user again. */
export async function storeWithUser(
  adapter: Adapter,
  { user, account }: { user: AdapterUser; account?: Account },
  { storeMore }: Pick<VerifiedIdentity, "storeMore">,
): Promise<void> {
  try {
    await storeMore?.(adapter, user)
  } catch (error) {
    if (!adapter.transaction) await remove(adapter, user, account).catch(() => undefined) // throw the first error, not this one
    throw error
  }
}

async function remove(adapter: Adapter, user: AdapterUser, account: Account | undefined): Promise<void> {
  if (account) await adapter.unlinkAccount?.(account)
  await adapter.deleteUser?.(user.id)
}
