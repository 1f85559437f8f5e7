import type { AdapterUser } from "../adapters/contract.ts"

/** What is known when a provider has said who somebody is. */
export interface SignInFacts {
  /** The user whose account this is already. */
  owner: AdapterUser | null
  /** The user who was signed in when the attempt started, and still is. */
  current: AdapterUser | null
  /** The user with the same address. */
  sameEmail: AdapterUser | null
  /** The address is proven by the provider and by us, and the app lets it link. */
  trustsEmail: boolean
  /** The provider's word counts as a proof of the mailbox: its owner takes the user with the same address over. */
  provesEmail: boolean
  /** The user with the same address was created by this very account, and its sign-in did not finish. */
  unfinished: boolean
}

export type SignInDecision =
  | { kind: "use"; user: AdapterUser }
  | { kind: "link"; user: AdapterUser }
  | { kind: "reclaim"; user: AdapterUser }
  | { kind: "finish"; user: AdapterUser }
  | { kind: "create" }
  | { kind: "refuse"; why: string }

/** Decides whose account it is; somebody else carries it out. */
export function decideSignIn({ owner, current, sameEmail, ...facts }: SignInFacts): SignInDecision {
  if (owner && current && owner.id !== current.id) return { kind: "refuse", why: "The account belongs to another user" }
  if (owner) return { kind: "use", user: owner }
  if (current) return { kind: "link", user: current }
  if (!sameEmail) return { kind: "create" }
  if (facts.trustsEmail) return { kind: "link", user: sameEmail }
  if (facts.unfinished) return { kind: "finish", user: sameEmail }
  if (facts.provesEmail) return { kind: "reclaim", user: sameEmail }
  return { kind: "refuse", why: "Another user has this address, and it is not verified on both sides" }
}
