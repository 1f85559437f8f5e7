import type { ResolvedAccount, VerifiedIdentity } from "../users/types.ts"
import { emailFactorAdded } from "../mailbox/method-emails.ts"
import { AuthError } from "../../errors.ts"
import type { Identity } from "../../providers/identity.ts"
import type { ActionContext } from "../request/action-context.ts"
import type { AttemptState } from "../steps/attempt.ts"
import { storeNewApp } from "../../features/two-step/new-app.ts"
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
  const factor: { id?: string | undefined } = {}
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
      if (newApp) factor.id = await storeNewApp(context, adapter, { user, proofs, newApp })
    },
  }
  const resolved = await resolveUser(within, verified)
  await announce(within, resolved, verified)
  const { user, account, isNewUser } = resolved
  const owner = { id: String(user.id), email: user.email }
  if (factor.id !== undefined) await emailFactorAdded(context, owner, { id: factor.id, factor: "totp" })
  return { user, account, isNewUser }
}

function withStoredAccount({ identity, storedFields }: Pick<AttemptState, "identity" | "storedFields">): Identity {
  if (!storedFields) return identity
  const stored = Object.entries(identity.account).filter(([name]) => storedFields.includes(name))
  return { ...identity, storedAccount: Object.fromEntries(stored) as Account } // it has the key of the account
}
