import type { AdapterUser } from "../adapters/contract.ts"

/** What is known when a provider has said who somebody is. */
export interface SignInFacts {
  /** The user whose account this is already. */
  owner: AdapterUser | null
  /** The user who was signed in when the attempt started, and still is. */
  current: AdapterUser | null
  /** The user with the same address. */
  sameEmail: AdapterUser | null
  /** The address is proven by the provider and by us, and the host lets it link. */
  trustsEmail: boolean
}

export type SignInDecision =
  | { kind: "use"; user: AdapterUser }
  | { kind: "link"; user: AdapterUser }
  | { kind: "create" }
  | { kind: "refuse"; why: string }

/** Decides whose account it is; somebody else carries it out. */
export function decideSignIn({ owner, current, sameEmail, trustsEmail }: SignInFacts): SignInDecision {
  if (owner && current && owner.id !== current.id) return { kind: "refuse", why: "The account belongs to another user" }
  if (owner) return { kind: "use", user: owner }
  if (current) return { kind: "link", user: current }
  if (!sameEmail) return { kind: "create" }
  return trustsEmail
    ? { kind: "link", user: sameEmail }
    : { kind: "refuse", why: "Another user has this address, and it is not verified on both sides" }
}
