import type { Identity } from "../../providers/identity.ts"
import { mayUseAccount } from "./reclaimed.ts"
import type { Rules } from "../config/rules.ts"
import { AuthError } from "../../errors.ts"
import type { ResolvedAccount, VerifiedIdentity } from "./types.ts"
import type { ActionContext } from "../request/action-context.ts"
import { atomically, lockKey, withMailboxLock } from "./atomically.ts"
import { resolveByEmail } from "./by-email.ts"
import { evictUnverified, isAddressProven } from "./reclaim.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import { userByEmail, userById, findOwner, isIssuedBySameIssuer } from "./users.ts"
import type { Adapter, AdapterUser } from "../../adapters/contract.ts"
import { warnOfMove } from "../config/warn-once.ts"
import { applyDecision, isOptionOn, undoLateLink } from "./apply-decision.ts"
import { decideSignIn, type SignInFacts } from "./decide.ts"
import { isAbandoned, isUnfinished } from "./create-user.ts"
import { forgetUnlinked, wasUnlinked } from "./unlinked.ts"

/** Finds, creates or plans the user of an identity whom the adapter stores. */
export async function resolveWithAdapter(
  context: ActionContext,
  adapter: Adapter,
  verified: VerifiedIdentity,
): Promise<ResolvedAccount> {
  const { identity } = verified
  const resolve = identity.account.type === "email" ? resolveByEmail : resolveByAccount
  // Read it before the transaction: inside it, the lookup would wait for the transaction's own connection
  await context.lookupSession()
  const email = provenMailbox(identity, context.settings.rules)
  const resolved = await withMailboxLock(context.settings, { adapter, email }, async () => {
    const settledAccount = await atomically(adapter, lockKey(identity), (transaction) =>
      resolve(context, transaction, verified),
    )
    const { reclaimed } = settledAccount
    if (reclaimed && (await evictUnverified(context.settings, adapter, reclaimed.user))) reclaimed.hadMethods = true
    return settledAccount
  })
  await undoLateLink(context, adapter, { linkTo: verified.linkTo, settled: resolved })
  return resolved
}

/** Returns the address whose user the sign-in may hand to its owner. */
function provenMailbox({ account, user, emailProven }: VerifiedIdentity["identity"], rules: Rules) {
  if (account.type === "email") return account.providerAccountId
  return rules.linkingProvesEmail && emailProven ? normalizeEmail(user.email) : null
}

/** Loads the facts, decides, and carries out the decision. The caller runs the events once everything is stored. */
async function resolveByAccount(
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
 * Returns the user who may sign in with this account. An account from before the user was reclaimed no longer counts.
 */
export async function findUsableOwner(adapter: Adapter, identity: Identity): Promise<AdapterUser | null> {
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
