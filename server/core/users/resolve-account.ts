import type { Identity } from "../../providers/identity.ts"
import { mayUseAccount } from "./reclaimed.ts"
import type { User } from "../../../client/contract.ts"
import type { Account } from "../../types.ts"
import type { Rules } from "../config/rules.ts"
import { sha256 } from "../crypto/bytes.ts"
import { AuthError } from "../../errors.ts"
import type { ResolvedAccount, SignUp, UserFeature, VerifiedIdentity } from "./types.ts"
import type { ActionContext } from "../request/action-context.ts"
import { addressKey, atomically, withMailboxLock } from "./atomically.ts"
import { resolveByEmail } from "./by-email.ts"
import { evictUnverified, isAddressProven } from "./reclaim.ts"
import { mayVerifyAddress } from "../../providers/protocol.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import { limitProfile } from "../../providers/limit-profile.ts"
import { emitEvent } from "../request/emit.ts"
import { requireOperation } from "../../adapters/required.ts"
import { isSameId, isSignedIn, userByEmail, userById, findOwner, isIssuedBySameIssuer } from "./users.ts"
import type { Adapter, AdapterUser } from "../../adapters/contract.ts"
import { warnOfMove } from "../config/warn-once.ts"
import { applyDecision, isOptionOn } from "./apply-decision.ts"
import { decideSignIn, type SignInFacts } from "./decide.ts"
import { isAbandoned, isUnfinished } from "./create-user.ts"
import { forgetUnlinked, wasUnlinked } from "./unlinked.ts"

/**
 * Finds, creates or plans the user of an identity. Without an adapter, and with credentials, the profile is the user.
 */
export async function resolveAccount(context: ActionContext, verified: VerifiedIdentity): Promise<ResolvedAccount> {
  const { identity, owner, signUp } = verified
  if (signUp) return openAccount(context, signUp, verified)
  const { account } = identity
  const { adapter, rules } = context.settings
  if (owner) return { user: owner, account, isNewUser: false, events: [] }
  if (adapter && account.type !== "credentials") {
    const resolve = account.type === "email" ? resolveByEmail : resolveWithAdapter
    // Read it before the transaction: inside it, the lookup would wait for the transaction's own connection
    await context.lookupSession()
    const email = provenMailbox(identity, rules)
    const resolved = await withMailboxLock(context.settings, { adapter, email }, async () => {
      const settledAccount = await atomically(adapter, lockKey(identity), (transaction) =>
        resolve(context, transaction, verified),
      )
      if (settledAccount.reclaimedUser) await evictUnverified(context.settings, adapter, settledAccount.reclaimedUser)
      return settledAccount
    })
    await undoLateLink(context, adapter, { linkTo: verified.linkTo, settled: resolved })
    return resolved
  }
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
  const owner = adapter ? (await findUsableOwner(adapter, identity))?.id : await pseudonymousId(identity.account)
  if (!isSameId(owner, id)) throw new AuthError("OAuthCallbackError", USER_CHANGED)
}

interface OwnerCheck {
  identity: VerifiedIdentity["identity"]
  /** Id of the user. */
  id: string
}

/** Returns the address whose user the sign-in may hand to its owner. */
function provenMailbox({ account, user, emailProven }: VerifiedIdentity["identity"], rules: Rules) {
  if (account.type === "email") return account.providerAccountId
  return rules.linkingProvesEmail && emailProven ? normalizeEmail(user.email) : null
}

/** Returns the key that serializes sign-ins: the address, or else the account. */
export function lockKey({ user, account }: VerifiedIdentity["identity"]): string {
  if (account.type === "email") return addressKey(account.providerAccountId)
  return normalizeEmail(user.email) ?? `${account.provider}\n${account.providerAccountId}`
}

/** Returns a stable hash of the provider id and the account id, as a UUID (RFC 9562, section 5.8). */
async function pseudonymousId({ provider, providerAccountId }: Account): Promise<string> {
  const digest = await sha256(JSON.stringify([provider, providerAccountId]))
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(digest) ?? []
  return [a, b, `8${c}`, `8${d}`, e].join("-")
}

/** Loads the facts, decides, and carries out the decision. The caller runs the events once everything is stored. */
async function resolveWithAdapter(
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
  const isFree = maybeConcurrent && sameEmail !== null && !unfinished && (await isAbandoned(adapter, sameEmail))
  const decision = decideSignIn({ ...facts, owner, unfinished, sameEmail: isFree ? null : sameEmail })
  if (decision.kind === "link" && verified.linkTo !== undefined && verified.stepUp) throw verified.stepUp
  const resolved = await applyDecision(context, adapter, { decision, verified, email })
  if (decision.kind === "link" && verified.linkTo !== undefined)
    await forgetUnlinked(context.settings, adapter, { userId: decision.user.id, account: identity.account })
  return resolved
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
  const linksByAddress = isOptionOn(provider, "allowDangerousEmailAccountLinking")
  if (linksByAddress && !identity.emailProven && sameEmail && !owner) warnOfMove(settings, "authjs-unverified-linking")
  // The user's own decision outweighs the address
  const unlinked =
    linksByAddress &&
    sameEmail &&
    (await wasUnlinked(settings, adapter, { userId: sameEmail.id, account: identity.account }))
  const allowed = linksByAddress && identity.emailProven && !unlinked
  const shared = { owner, current, sameEmail, unfinished: false }
  if (!allowed || !sameEmail || owner) return { ...shared, trustsEmail: false, provesEmail: false }
  const trustsEmail = Boolean(sameEmail.emailVerified) || (await isAddressProven(settings, adapter, sameEmail))
  // Auth.js links such a user without a check. With the preset this proves the mailbox, as a magic link does
  return { ...shared, trustsEmail, provesEmail: settings.rules.linkingProvesEmail === true }
}

/**
 * Undoes a link if the user was signed out while the provider responded. The mailbox's owner may have proven it
 * meanwhile, which evicts an attacker (see `reclaim.ts`).
 *
 * @throws {AuthError} `AccountNotLinked`
 */
async function undoLateLink(
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

/**
 * Returns the user who may sign in with this account. An account from before the user was reclaimed no longer counts.
 */
async function findUsableOwner(adapter: Adapter, identity: Identity): Promise<AdapterUser | null> {
  const owner = await findOwnerOfIssuer(adapter, identity)
  if (owner === null || (await mayUseAccount(adapter, owner, identity))) return owner
  const { provider, providerAccountId } = identity.account
  await adapter.unlinkAccount?.({ provider, providerAccountId })
  return (await findOwner(adapter, identity.account)) === null
    ? null
    : Promise.reject(new AuthError("OAuthAccountNotLinked", "The account was linked before its user was reclaimed"))
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
