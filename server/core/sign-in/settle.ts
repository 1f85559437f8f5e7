import { plannedId } from "../users/decide.ts"
import { tellOwner } from "../users/reclaim.ts"
import { resolveAccount } from "../users/resolve-account.ts"
import type { ResolvedAccount, VerifiedIdentity } from "../users/types.ts"
import type { User } from "../../../client/contract.ts"
import { AuthError } from "../../errors.ts"
import { emitEvent, toCarried } from "../request/emit.ts"
import type { ActionContext } from "../request/action-context.ts"
import { lazy } from "../../lazy.ts"
import type { SignInFeature } from "./feature.ts"
import type { Adapter } from "../../adapters/contract.ts"
import type { Identity } from "../../providers/identity.ts"
import type { AttemptState } from "../steps/attempt.ts"
import type { Owner, StepFeature, StoredUser } from "../steps/feature.ts"
import type { Account } from "../../types.ts"

const emailMethodChanged = lazy(() => import("../mailbox/method-emails.ts"), "emailMethodChanged")

/**
 * Runs the events of stored changes, and sends their emails. Call it before a session opens: what is stored has
 * happened, even if no session follows.
 */
export async function announce(
  context: ActionContext,
  resolved: ResolvedAccount,
  { appState, plan }: Pick<VerifiedIdentity, "appState" | "plan">,
): Promise<void> {
  const planned = plannedId({ plan })
  const moved = planned === undefined || planned === String(resolved.user.id) ? {} : { plannedId: planned }
  for (const { name, message } of resolved.events) {
    if (name === "reclaimUser") tellOwner(context, message.user)
    if (name === "createUser") await announceUser(context, message.user)
    await emitEvent(context, name, name === "createUser" ? { ...message, ...toCarried(appState), ...moved } : message)
  }
  await emailLinked(context, resolved)
}

async function announceUser(context: ActionContext, user: Pick<User, "email">): Promise<void> {
  const features: readonly SignInFeature[] = context.settings.features
  for (const feature of features) await feature.onUserCreated?.(context, user)
}

// The owner of an account that existed before may not be who linked it
async function emailLinked(context: ActionContext, { user, account, events }: ResolvedAccount): Promise<void> {
  const names = events.map(({ name }) => name)
  if (!names.includes("linkAccount") || names.includes("createUser") || names.includes("reclaimUser")) return
  const { provider, providerAccountId } = account
  const owner = { id: String(user.id), email: user.email }
  await emailMethodChanged(context, owner, { kind: "account-linked", account: { provider, providerAccountId } })
}

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
  const resolved = await resolveAccount(within, verified)
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
