import type { AdapterUser, AccountKey, Adapter } from "../../adapters/contract.ts"
import type { Identity } from "../../providers/identity.ts"
import { decodeUnverified } from "../crypto/decode-unverified.ts"
import { isSameId } from "./users.ts"

/** The facts once the provider has identified the user. */
export interface SignInFacts {
  /** The user who already has this account. */
  owner: AdapterUser | null
  /** The user who was signed in when the attempt started, and still is. */
  current: AdapterUser | null
  /** The user with the same address. */
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
 * Returns whether the current issuer also linked the account. Adapters have no column for the issuer, so this reads it
 * from the stored ID token. Returns `true` if there is no ID token or it can't be decoded.
 */
export async function isIssuedBySameIssuer(
  adapter: Adapter,
  { provider, providerAccountId }: AccountKey,
  isIssuedBy: Identity["isIssuedBy"],
): Promise<boolean> {
  if (!isIssuedBy) return true
  const account = await adapter.getAccount?.(providerAccountId, provider)
  const issuer = (await decodeUnverified(account?.id_token))?.iss
  return issuer === undefined || isIssuedBy(issuer)
}
