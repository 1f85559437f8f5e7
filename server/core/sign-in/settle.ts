import { plannedId } from "../users/decide.ts"
import type { ResolvedAccount, SignUp, UserFeature, VerifiedIdentity } from "../users/types.ts"
import { isSameId } from "../users/users.ts"
import { requireStoredUsers } from "./stored-users.ts"
import { sha256 } from "../crypto/bytes.ts"
import { limitProfile } from "../../providers/limit-profile.ts"
import { mayVerifyAddress } from "../../providers/protocol.ts"
import type { User } from "../../../client/contract.ts"
import { AuthError } from "../../errors.ts"
import { emitEvent, toCarried } from "../request/emit.ts"
import type { ActionContext } from "../request/action-context.ts"
import type { SignInFeature } from "./feature.ts"
import type { Adapter } from "../../adapters/contract.ts"
import type { Identity } from "../../providers/identity.ts"
import type { AttemptState } from "../steps/attempt.ts"
import type { Owner, StepFeature, StoredUser } from "../steps/feature.ts"
import type { Account } from "../../types.ts"

/**
 * Finds, creates or plans the user of an identity. Without an adapter, and with credentials, the profile is the user.
 */
export async function resolveAccount(context: ActionContext, verified: VerifiedIdentity): Promise<ResolvedAccount> {
  const { identity, owner, signUp } = verified
  if (signUp) return openAccount(context, signUp, verified)
  const { account } = identity
  const { adapter } = context.settings
  if (owner) return { user: owner, account, isNewUser: false, events: [] }
  if (adapter && account.type !== "credentials")
    return requireStoredUsers(context.settings).resolve(context, adapter, verified)
  // The app knows its own users: callbacks and events get what `authorize` returned, unchanged
  if (account.type === "credentials") return { user: identity.user as User, account, isNewUser: false, events: [] } // `authorize` returned a User
  const { emailVerified: _, ...user } = identity.user
  // A provider's account id could equal a user id of the app, or an id of another provider
  const id = await pseudonymousId(account)
  return { user: { ...user, ...limitProfile(user), id }, account, isNewUser: false, events: [] }
}

async function openAccount(context: ActionContext, signUp: SignUp, verified: VerifiedIdentity) {
  const features: readonly UserFeature[] = context.settings.features
  const feature = features.find((one) => one.openAccount !== undefined)
  if (!feature?.openAccount) throw new AuthError("InvalidRequest", "Nothing opens the account of a sign-up")
  return feature.openAccount(context, signUp, verified)
}

/** The message if another user signed in while the sign-in was at the provider. */
export const USER_CHANGED = "The signed-in user changed while the sign-in was at the provider"

/**
 * Checks that the account already belongs to the user.
 *
 * @throws {AuthError} `OAuthCallbackError` if it belongs to another user, or to none
 */
export async function requireOwner({ settings }: ActionContext, { identity, id }: OwnerCheck): Promise<void> {
  const { adapter } = settings
  const owner = adapter
    ? (await requireStoredUsers(settings).findOwner(adapter, identity))?.id
    : await pseudonymousId(identity.account)
  if (!isSameId(owner, id)) throw new AuthError("OAuthCallbackError", USER_CHANGED)
}

interface OwnerCheck {
  identity: VerifiedIdentity["identity"]
  /** Id of the user. */
  id: string
}

/** Returns a stable hash of the provider id and the account id, as a UUID (RFC 9562, section 5.8). */
async function pseudonymousId({ provider, providerAccountId }: Account): Promise<string> {
  const digest = await sha256(JSON.stringify([provider, providerAccountId]))
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(digest) ?? []
  return [a, b, `8${c}`, `8${d}`, e].join("-")
}

/** Returns the identity as far as it is proven. A company's own provider proves only addresses of its domains. */
export function withTrustedAddress(
  { settings }: Pick<ActionContext, "settings">,
  verified: VerifiedIdentity,
): VerifiedIdentity {
  const { identity } = verified
  const { account, user, emailProven } = identity
  if (!emailProven || mayVerifyAddress(settings, account.provider, user.email)) return verified
  return { ...verified, identity: { ...identity, emailProven: false } }
}

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
    if (name === "reclaimUser" && resolved.reclaimed?.hadMethods)
      await requireStoredUsers(context.settings).tellOwner(context, message.user)
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
  const changed = { kind: "account-linked", account: { provider, providerAccountId } } as const
  await requireStoredUsers(context.settings).emailMethodChanged(context, owner, changed)
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
