import type { Adapter } from "../../adapters/contract.ts"
import type { ResolvedAccount, VerifiedIdentity } from "../users/types.ts"
import { AuthError } from "../../errors.ts"
import type { Identity } from "../../providers/identity.ts"
import type { ActionContext } from "../request/action-context.ts"
import type { AttemptState } from "../steps/attempt.ts"
import type { Owner, StepFeature, StoredUser } from "../steps/feature.ts"
import type { Account } from "../../types.ts"
import { announce, resolveUser } from "./settle.ts"

/**
 * Stores what a paused sign-in decided about its account: the user, the account, and the second factor that the user
 * set up meanwhile. Decides again first.
 *
 * @throws {AuthError} `AttemptExpired` if the decision is another one now
 */
export async function settlePlan(
  context: ActionContext,
  { plan, proofs, newApp, ...state }: AttemptState,
): Promise<Pick<ResolvedAccount, "user" | "account" | "isNewUser">> {
  const { signUp, linkedUserId, callbackUrl, appState } = state
  const identity = withStoredAccount(state)
  const provider = context.settings.providers.get(identity.account.provider)
  const within = { ...context, ...(provider && { provider }) }
  const [proof] = proofs
  if (!proof) throw new AuthError("AttemptExpired", "The attempt has no proof")
  const stored: { announce?: (owner: Owner) => Promise<void> } = {}
  const verified: VerifiedIdentity = {
    identity,
    signUp,
    plan,
    proof,
    callbackUrl,
    appState,
    userId: linkedUserId,
    cookies: [],
    storeMore: async (adapter, user) => {
      stored.announce = await storeCollected(context, adapter, { user, proofs, newApp })
    },
  }
  const resolved = await resolveUser(within, verified)
  await announce(within, resolved, verified)
  const { user, account, isNewUser } = resolved
  await stored.announce?.({ id: String(user.id), email: user.email })
  return { user, account, isNewUser }
}

/** Stores what the steps of features collected. Returns the function that announces it. */
async function storeCollected(
  context: ActionContext,
  adapter: Adapter,
  stored: StoredUser,
): Promise<(owner: Owner) => Promise<void>> {
  const features: readonly StepFeature[] = context.settings.features
  const announcements: ((owner: Owner) => Promise<void>)[] = []
  for (const feature of features) announcements.push((await feature.onStored?.(context, adapter, stored)) ?? noop)
  return async (owner) => {
    for (const announceStored of announcements) await announceStored(owner)
  }
}

const noop = async () => {}

function withStoredAccount({ identity, storedFields }: Pick<AttemptState, "identity" | "storedFields">): Identity {
  if (!storedFields) return identity
  const stored = Object.entries(identity.account).filter(([name]) => storedFields.includes(name))
  return { ...identity, storedAccount: Object.fromEntries(stored) as Account } // it has the key of the account
}
