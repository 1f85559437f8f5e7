import type { Adapter, AdapterAccount, AdapterUser } from "../../adapters/contract.ts"
import { requireOperation } from "../../adapters/required.ts"
import type { Settings } from "../config/settings.ts"
import { AuthError } from "../../errors.ts"
import type { Identity } from "../../providers/identity.ts"
import { limitProfile } from "../../providers/limit-profile.ts"
import type { ProviderConfig } from "../../providers/types.ts"
import type { ActionContext } from "../request/action-context.ts"
import { emitEvent } from "../request/emit.ts"
import { confirmAccount } from "./reclaimed.ts"
import { requireUnreserved } from "./reserved-address.ts"
import { isSameId, isSignedIn, findOwner } from "./users.ts"
import { verifyMailbox } from "./by-email.ts"
import {
  createUserAnd,
  extraUserFields,
  planUser,
  requireOpenSignUp,
  storeWithUser,
  finishUser,
  markedImage,
} from "./create-user.ts"
import { accountLabel, plannedId, requirePlanned, toPlan, type SignInDecision } from "./decide.ts"
import type { AccountPlan, PendingEvent, ResolvedAccount, VerifiedIdentity } from "./types.ts"
import type { Account } from "../../types.ts"
import { dpopKeyField } from "./dpop-key.ts"

/** A verified identity, the decision about it, and its normalized address. */
interface DecidedSignIn {
  decision: SignInDecision
  verified: VerifiedIdentity
  email: string | null
}

/** Carries out the decision. The caller runs the events once everything is stored. */
export async function applyDecision(
  context: ActionContext,
  adapter: Adapter,
  { decision, verified, email }: DecidedSignIn,
): Promise<ResolvedAccount> {
  const { identity } = verified
  const facts = { settings: context.settings, identity, email }
  if (decision.kind === "reject") throw new AuthError("OAuthAccountNotLinked", decision.reason)
  requirePlanned(verified, decision)
  if (verified.plan === "only") {
    const kind = toPlannedKind(verified, decision)
    if (kind && "user" in decision) return toPlan(kind, decision.user, withUserId(decision.user, identity.account))
  }
  switch (decision.kind) {
    case "use":
      return signInWithAccount(context, adapter, decision.user, facts)
    case "link":
      return { user: decision.user, ...(await linkIdentity(adapter, decision.user, facts)), isNewUser: false }
    case "reclaim": {
      const { user, events, reclaimed } = await verifyMailbox(
        context,
        adapter,
        decision.user,
        limitProfile(identity.user),
      )
      const linked = await linkIdentity(adapter, user, facts)
      return {
        user,
        ...linked,
        events: [...events, ...linked.events],
        isNewUser: false,
        ...(reclaimed && { reclaimed }),
      }
    }
    case "finish": {
      const { account, events } = await linkIdentity(adapter, decision.user, facts)
      const user = await finishUser(adapter, decision.user, limitProfile(identity.user).image)
      await storeWithUser(adapter, { user, account }, verified)
      return { user, account, isNewUser: true, events: [{ name: "createUser", message: { user } }, ...events] }
    }
    case "create":
      return createUserWithAccount(adapter, facts, verified)
  }
}

// A signed-in user confirmed the link, and the owner of a mailbox gets the user at once
function toPlannedKind({ linkTo }: VerifiedIdentity, { kind }: SignInDecision): AccountPlan["kind"] | undefined {
  if (kind === "link") return linkTo === undefined ? kind : undefined
  return kind === "use" || kind === "finish" ? kind : undefined
}

type LinkFacts = Pick<DecidedSignIn, "email"> & { settings: Settings; identity: Identity }
type LinkedIdentity = Pick<ResolvedAccount, "account" | "events">

async function signInWithAccount(
  { provider, settings }: ActionContext,
  adapter: Adapter,
  owner: AdapterUser,
  { identity }: LinkFacts,
): Promise<ResolvedAccount> {
  const account = withUserId(owner, identity.account)
  const stored = { ...toStoredAccount(owner, identity), ...(await furtherFields(settings, account, identity)) }
  await adapter.updateAccount?.(stored)
  const finished = adapter.transaction ? owner : await finishUser(adapter, owner, limitProfile(identity.user).image)
  const follows = isOptionOn(provider, "syncProfile")
  const { user, events } =
    follows || isNameless(settings, adapter, finished)
      ? await syncProfile(adapter, finished, identity)
      : { user: finished, events: [] }
  return { user, account, isNewUser: false, events }
}

async function createUserWithAccount(
  adapter: Adapter,
  facts: LinkFacts,
  verified: VerifiedIdentity,
): Promise<ResolvedAccount> {
  const { settings, identity, email } = facts
  requireOpenSignUp(settings)
  const { image = null, ...profile } = limitProfile(identity.user)
  await requireUnreserved(settings, adapter, email, "OAuthAccountNotLinked")
  const planned = {
    ...profile,
    image,
    email,
    emailVerified: null,
    id: plannedId(verified),
    // Otherwise a profile that spreads claims could set a role
    ...(settings.rules.profileFields && { extra: extraUserFields(identity.user) }),
  }
  if (verified.plan === "only") {
    const user = await planUser({ settings, adapter }, planned)
    return toPlan("create", user, withUserId(user, identity.account))
  }
  const needsMark = !adapter.transaction && adapter.updateUser !== undefined && email !== null
  const marked = needsMark ? { image: await markedImage(settings, identity, image) } : {}
  const { user, account, events } = await createUserAnd(
    { settings, adapter },
    { ...planned, ...marked },
    async (created) => {
      const linked = await linkNewUser(adapter, created, facts)
      return { ...linked, user: needsMark ? await finishUser(adapter, created, image) : created }
    },
  )
  await storeWithUser(adapter, { user, account }, verified)
  return { user, account, isNewUser: true, events: [{ name: "createUser", message: { user } }, ...events] }
}

async function linkIdentity(
  adapter: Adapter,
  user: AdapterUser,
  { settings, identity, email }: LinkFacts,
): Promise<LinkedIdentity> {
  const account = withUserId(user, identity.account)
  // Only adapters that update accounts store extra keys. See `reclaim.ts` for what the proof is for
  const proof = identity.emailProven && email !== null ? { proven_email: email } : {}
  const further = adapter.updateAccount ? { ...proof, ...(await furtherFields(settings, account, identity)) } : {}
  await requireOperation(adapter, "linkAccount")({ ...toStoredAccount(user, identity), ...further })
  await confirmAccount(adapter, user, account)
  return { account, events: [{ name: "linkAccount", message: { account, profile: identity.user, user } }] }
}

// Without transactions, a user whose account can't be linked would keep the address forever
async function linkNewUser(adapter: Adapter, user: AdapterUser, facts: LinkFacts): Promise<LinkedIdentity> {
  try {
    return await linkIdentity(adapter, user, facts)
  } catch (error) {
    // A parallel sign-in of the same user may have linked the account, or `linkAccount` threw after it wrote. Either
    // way it is linked
    const owner = adapter.transaction ? null : await findOwner(adapter, facts.identity.account)
    if (owner && isSameId(owner.id, user.id)) {
      facts.settings.logger.debug(
        "`linkAccount` threw, but the account is linked to the user, so the sign-in continues",
        { error },
      )
      return { account: withUserId(user, facts.identity.account), events: [] }
    }
    if (!adapter.transaction) await Promise.resolve(adapter.deleteUser?.(user.id)).catch(() => undefined) // throw the first error, not this one
    throw error
  }
}

/**
 * Returns whether an earlier sign-in found no name, so that this one may store it. A user can't remove their own name.
 */
const isNameless = ({ rules }: Settings, { updateUser }: Adapter, { name }: AdapterUser) =>
  !rules.emptyNames && updateUser !== undefined && !name

async function syncProfile(
  adapter: Adapter,
  user: AdapterUser,
  identity: Identity,
): Promise<{ user: AdapterUser; events: PendingEvent[] }> {
  const profile = limitProfile(identity.user)
  const changes = Object.fromEntries(
    (["name", "image"] as const)
      .filter((field) => typeof profile[field] === "string" && profile[field] !== user[field])
      .map((field) => [field, profile[field]]),
  )
  if (Object.keys(changes).length === 0) return { user, events: [] }
  const updated = await requireOperation(adapter, "updateUser")({ id: user.id, ...changes })
  return { user: updated, events: [{ name: "updateUser", message: { user: updated } }] }
}

/**
 * Undoes a link if the user was signed out while the provider responded. The mailbox's owner may have proven it
 * meanwhile, which evicts an attacker (see `reclaim.ts`).
 *
 * @throws {AuthError} `AccountNotLinked`
 */
export async function undoLateLink(
  context: ActionContext,
  adapter: Adapter,
  { linkTo, settled: { account, events } }: { linkTo: string | undefined; settled: ResolvedAccount },
): Promise<void> {
  if (linkTo === undefined || (await isSignedIn(context, linkTo))) return
  const { provider, providerAccountId } = account
  if (events.some(({ name }) => name === "linkAccount"))
    await requireOperation(adapter, "unlinkAccount")({ provider, providerAccountId })
  for (const { name, message } of events) if (name !== "linkAccount") await emitEvent(context, name, message)
  throw new AuthError("AccountNotLinked", "The user was signed out everywhere during this sign-in")
}

/** Returns whether an option, which only some kinds of providers have, is `true`. */
export function isOptionOn(provider: ProviderConfig | undefined, name: string): boolean {
  return provider !== undefined && Reflect.get(provider, name) === true
}

function toStoredAccount(user: AdapterUser, { account, storedAccount = account }: Identity): AdapterAccount {
  return withUserId(user, storedAccount)
}

/** Returns what Latchkit adds to a stored account, for adapters that keep further keys. */
async function furtherFields(
  settings: Settings,
  owner: AdapterAccount,
  identity: Identity,
): Promise<{ label?: string; dpop_key?: string }> {
  const label = accountLabel(identity)
  return { ...(label !== undefined && { label }), ...(await dpopKeyField(settings, owner, identity.dpopKey)) }
}

function withUserId(user: AdapterUser, account: Account): AdapterAccount {
  return { ...account, userId: user.id } as AdapterAccount // credentials accounts, the one type that adapters don't store, never get here
}
