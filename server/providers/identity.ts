import type { Account } from "../types.ts"
import type { Profile, ProfileUser } from "./types.ts"

/** Who a provider says this is, before it is known which user of ours that makes. */
export interface Identity {
  /** What `profile`, `authorize` or the mailbox gave; its `id` is the provider's, never ours. */
  user: ProfileUser
  /** For callbacks and events: all that the provider sent. */
  account: Account
  /** What an adapter stores of it. @default `account` */
  storedAccount?: Account
  profile?: Profile
  /** True when the provider itself proved that the person holds `user.email`. */
  emailProven: boolean
  /** Whether an issuer speaks of the same people as the one that vouches here; unknown where nobody signed anything. */
  isIssuedBy?: (issuer: string) => boolean
}
