import type { Account } from "../../types.ts"
import type { VerifiedIdentity, AccountPlan, ResolvedAccount } from "./types.ts"
import { AuthError } from "../../errors.ts"
import type { AdapterUser } from "../../adapters/contract.ts"
import type { Identity } from "../../providers/identity.ts"
import { isSameId } from "./users.ts"

/** The facts once the provider has identified the user. */
export interface SignInFacts {
  /** The user who already has this account. */
  owner: AdapterUser | null
  /** The user who was signed in when the attempt started, and still is. */
  current: AdapterUser | null
  sameEmail: AdapterUser | null
  /** The provider and Latchkit both verified the address, and the app allows linking by address. */
  trustsEmail: boolean
  /**
   * The provider's verification counts as proof of the mailbox, so its owner takes over the user with the same
   * address.
   */
  provesEmail: boolean
  /** This account created the user with the same address, and its sign-in did not finish. */
  unfinished: boolean
}

export type SignInDecision =
  | { kind: "use"; user: AdapterUser }
  | { kind: "link"; user: AdapterUser }
  | { kind: "reclaim"; user: AdapterUser }
  | { kind: "finish"; user: AdapterUser }
  | { kind: "create" }
  | { kind: "reject"; reason: string }

/** Decides which user the account belongs to. The caller carries out the decision. */
export function decideSignIn({ owner, current, sameEmail, ...facts }: SignInFacts): SignInDecision {
  if (owner && current && !isSameId(owner.id, current.id))
    return { kind: "reject", reason: "The account belongs to another user" }
  if (owner) return { kind: "use", user: owner }
  if (current) return { kind: "link", user: current }
  if (!sameEmail) return { kind: "create" }
  if (facts.trustsEmail) return { kind: "link", user: sameEmail }
  if (facts.unfinished) return { kind: "finish", user: sameEmail }
  if (facts.provesEmail) return { kind: "reclaim", user: sameEmail }
  return { kind: "reject", reason: "Another user has this address, and it is not verified on both sides" }
}

const MAX_LENGTH = 254

/** Returns an address or user name that tells the user's accounts at one provider apart. */
export function accountLabel({ user, profile }: Identity): string | undefined {
  const { preferred_username, login, username } = profile ?? {}
  const candidates = [user.email, preferred_username, login, username, user.name]
  return candidates.find((text): text is string => typeof text === "string" && text !== "")?.slice(0, MAX_LENGTH)
}

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
