import type { Account } from "../types.ts"
import type { Profile, ProfileUser } from "./profile-types.ts"

/** The identity that a provider confirms, before Latchkit knows which of its users it belongs to. */
export interface Identity {
  /** The user from `profile`, `authorize` or the mailbox. Its `id` is the provider's, not Latchkit's. */
  user: ProfileUser
  /** For callbacks and events: everything that the provider sent. */
  account: Account
  /** The parts of it that an adapter stores. @default `account` */
  storedAccount?: Account
  /** The key that its tokens are bound to (DPoP). */
  dpopKey?: string | undefined
  profile?: Profile
  /** When and how the user signed in at the provider, as the claims of its ID token say. Unverified types. */
  authenticated?: { readonly time: unknown; readonly acr: unknown } | undefined
  /** True if the provider itself verified that the user owns `user.email`. */
  emailProven: boolean
  /**
   * Returns whether an issuer has the same users as the issuer of this identity. Undefined if the identity has no
   * issuer.
   */
  isIssuedBy?: (issuer: string) => boolean
}
