import type { Adapter } from "../../adapters/contract.ts"
import { warnOfMove } from "../config/warn-once.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import type { ActionContext } from "../request/action-context.ts"
import { userByEmail, userById } from "./users.ts"
import { applyDecision, isOptionOn } from "./apply-decision.ts"
import { decideSignIn, type SignInFacts } from "./decide.ts"
import { findUsableOwner } from "./find-owner.ts"
import { isAddressProven } from "./reclaim.ts"
import type { ResolvedAccount, VerifiedIdentity } from "./types.ts"
import { isAbandoned, isUnfinished } from "./unfinished.ts"
import { forgetUnlinked, wasUnlinked } from "./unlinked.ts"

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
