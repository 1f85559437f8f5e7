import type { Adapter, AdapterUser } from "../adapters/contract.ts"
import type { Account } from "../types.ts"
import { requireOperation } from "../adapters/required.ts"
import { AuthError } from "../errors.ts"
import type { Settings } from "../config/settings.ts"
import type { VerifiedIdentity, PendingEvent, ResolvedAccount } from "./types.ts"
import type { Identity } from "../providers/identity.ts"
import type { ProviderConfig } from "../providers/types.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { furtherFields, toStoredAccount, withUserId } from "./stored-account.ts"
import { warnOfMove } from "../config/warn-once.ts"
import { limitProfile } from "../providers/limit-profile.ts"
import { decideSignIn, type SignInDecision, type SignInFacts, isIssuedBySameIssuer } from "./decide.ts"
import { normalizeEmail } from "../providers/email-address.ts"
import { verifyMailbox, finishUser, isUnfinished, markedImage } from "./by-email.ts"
import { confirmAccount, mayUseAccount } from "../sessions/reclaimed.ts"
import { requireUnreserved } from "../sessions/reserved-address.ts"
import { isEmailVerifiedByAccount } from "./reclaim.ts"
import {
  createUser,
  extraUserFields,
  isId,
  isSameId,
  requireOpenSignUp,
  userByEmail,
  userById,
} from "../sessions/users.ts"

/** Loads the facts, decides, and carries out the decision. The caller runs the events once everything is stored. */
export async function resolveWithAdapter(
  context: ActionContext,
  adapter: Adapter,
  verified: VerifiedIdentity,
): Promise<ResolvedAccount> {
  const { identity } = verified
  const email = normalizeEmail(identity.user.email)
  const facts = await signInFacts(context, adapter, { identified: verified, email })
  const { sameEmail } = facts
  // Without transactions, a parallel first sign-in may have created the user but not yet linked the account
  const maybeConcurrent = !adapter.transaction && facts.sameEmail !== null && facts.owner === null
  if (maybeConcurrent) await new Promise((resolve) => setTimeout(resolve, LINKING_DELAY))
  const owner = maybeConcurrent ? await findUsableOwner(adapter, identity) : facts.owner
  const unfinished =
    maybeConcurrent && sameEmail !== null && (await isUnfinished(context.settings, identity, sameEmail))
  const decision = decideSignIn({ ...facts, owner, unfinished })
  if (decision.kind === "link" && verified.linkTo !== undefined && verified.stepUp) throw verified.stepUp
  return applyDecision(context, adapter, { decision, identity, email })
}

/** Milliseconds that a parallel first sign-in may need between creating the user and linking its account. */
const LINKING_DELAY = 100

// Look up the address first: if a parallel first sign-in created that user, its account is then found too
async function signInFacts(
  { provider, settings }: ActionContext,
  adapter: Adapter,
  { identified: { identity, linkTo }, email }: { identified: VerifiedIdentity; email: string | null },
): Promise<SignInFacts> {
  const sameEmail = await userByEmail(adapter, email)
  const current = linkTo ? await userById(adapter, linkTo) : null
  const owner = await findUsableOwner(adapter, identity)
  const wanted = isOptionOn(provider, "allowDangerousEmailAccountLinking")
  if (wanted && !identity.emailProven && sameEmail && !owner) warnOfMove(settings, "authjs-unverified-linking")
  const allowed = wanted && identity.emailProven
  const shared = { owner, current, sameEmail, unfinished: false }
  if (!allowed || !sameEmail || owner) return { ...shared, trustsEmail: false, provesEmail: false }
  const trustsEmail = Boolean(sameEmail.emailVerified) || (await isEmailVerifiedByAccount(settings, adapter, sameEmail))
  // Auth.js links such a user without a check. With the preset this proves the mailbox, as a magic link does
  return { ...shared, trustsEmail, provesEmail: settings.compat === "authjs" }
}

// An account from before the user was reclaimed no longer counts
async function findUsableOwner(adapter: Adapter, identity: Identity): Promise<AdapterUser | null> {
  const owner = await findOwnerOfIssuer(adapter, identity)
  if (owner === null || (await mayUseAccount(adapter, owner, identity))) return owner
  const { provider, providerAccountId } = identity.account
  await adapter.unlinkAccount?.({ provider, providerAccountId })
  return (await findOwner(adapter, identity.account)) === null
    ? null
    : Promise.reject(new AuthError("OAuthAccountNotLinked", "The account was linked before its user was reclaimed"))
}

interface DecidedSignIn {
  decision: SignInDecision
  identity: Identity
  email: string | null
}

async function applyDecision(
  context: ActionContext,
  adapter: Adapter,
  { decision, identity, email }: DecidedSignIn,
): Promise<ResolvedAccount> {
  const { settings } = context
  const facts = { settings, identity, email }
  switch (decision.kind) {
    case "refuse":
      throw new AuthError("OAuthAccountNotLinked", decision.why)
    case "use": {
      const account = withUserId(decision.user, identity.account)
      const stored = {
        ...toStoredAccount(decision.user, identity),
        ...(await furtherFields(settings, account, identity)),
      }
      await adapter.updateAccount?.(stored)
      const finished = adapter.transaction
        ? decision.user
        : await finishUser(adapter, decision.user, identity.user.image)
      const follows = isOptionOn(context.provider, "syncProfile")
      const { user, events } =
        follows || isNameless(settings, adapter, finished)
          ? await syncProfile(adapter, finished, identity)
          : { user: finished, events: [] }
      return { user, account, isNewUser: false, events }
    }
    case "link":
      return {
        user: decision.user,
        ...(await linkIdentity(adapter, decision.user, facts)),
        isNewUser: false,
      }
    case "reclaim": {
      const { user, events, reclaimedUser } = await verifyMailbox(context, adapter, decision.user)
      const linked = await linkIdentity(adapter, user, facts)
      return {
        user,
        ...linked,
        events: [...events, ...linked.events],
        isNewUser: false,
        ...(reclaimedUser && { reclaimedUser }),
      }
    }
    case "finish": {
      const { account, events } = await linkIdentity(adapter, decision.user, facts)
      const user = await finishUser(adapter, decision.user, limitProfile(identity.user).image)
      return { user, account, isNewUser: true, events: [{ name: "createUser", message: { user } }, ...events] }
    }
    case "create": {
      requireOpenSignUp(settings)
      const { image = null } = limitProfile(identity.user)
      const needsMark = !adapter.transaction && adapter.updateUser !== undefined && email !== null
      const profile = { ...identity.user, ...(needsMark && { image: await markedImage(settings, identity, image) }) }
      await requireUnreserved(settings, adapter, email, "OAuthAccountNotLinked")
      const created = await createUser({ settings, adapter }, profile, {
        ...{ email, emailVerified: null },
        // Otherwise a profile that spreads claims could set a role
        ...(settings.compat === "authjs" && { extra: extraUserFields(identity.user) }),
      })
      const { account, events } = await linkNewUser(adapter, created, facts)
      const user = needsMark ? await finishUser(adapter, created, image) : created
      return { user, account, isNewUser: true, events: [{ name: "createUser", message: { user } }, ...events] }
    }
  }
}

type LinkFacts = Pick<DecidedSignIn, "identity" | "email"> & { settings: Settings }
type LinkedIdentity = Pick<ResolvedAccount, "account" | "events">

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

/** Returns whether an earlier sign-in found no name, so that this one may store it. A user can't remove their own name. */
const isNameless = ({ compat }: Settings, { updateUser }: Adapter, { name }: AdapterUser) =>
  compat === undefined && updateUser !== undefined && !name

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

// A sub is unique only within its issuer (OpenID Connect Core, section 5.7), so another issuer may give it to another
// user
async function findOwnerOfIssuer(adapter: Adapter, { account, isIssuedBy }: Identity): Promise<AdapterUser | null> {
  const owner = await findOwner(adapter, account)
  if (owner === null || (await isIssuedBySameIssuer(adapter, account, isIssuedBy))) return owner
  throw new AuthError(
    "OAuthAccountNotLinked",
    `The account at ${account.provider} was linked by another issuer. Give each issuer its own provider id. ` +
      "If the issuer was renamed, accept the old one with `acceptsIssuer`",
  )
}

/** Returns the user who has an account at a provider. */
export async function findOwner(
  adapter: Adapter,
  { provider, providerAccountId }: Pick<Account, "provider" | "providerAccountId">,
): Promise<AdapterUser | null> {
  const owner = (await requireOperation(adapter, "getUserByAccount")({ provider, providerAccountId })) ?? null
  if (owner === null) return null
  if (!isId(owner.id)) throw new AuthError("AdapterError", "`getUserByAccount` returned a user without an id")
  // Latchkit's adapters compare byte for byte. Other stores may confuse ids that their collation considers equal
  const found = adapter.wantsTokenHashes ? undefined : await adapter.getAccount?.(providerAccountId, provider)
  if (!found || (found.provider === provider && found.providerAccountId === providerAccountId)) return owner
  throw new AuthError("AdapterError", "`getUserByAccount` returned the user of another account")
}

function isOptionOn(provider: ProviderConfig | undefined, name: string): boolean {
  return provider !== undefined && Reflect.get(provider, name) === true
}
