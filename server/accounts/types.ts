import type { User } from "../../client/contract.ts"
import type { Events } from "../config/event-types.ts"
import type { Account } from "../types.ts"
import type { AdapterAuthenticator, AdapterUser } from "../adapters/contract.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { Identity } from "../providers/identity.ts"

/** Who a provider says the visitor is, and what the attempt left behind. */
export interface VerifiedIdentity {
  identity: Identity
  /** Where to go afterwards; already allowed. */
  callbackUrl: string
  /** What the app sent along, for its callbacks. */
  carry?: string | undefined
  /** What the visitor chose about staying signed in, where the sign-in began. */
  remember?: boolean | undefined
  /** Cookies that end the attempt. */
  cookies: readonly SetCookie[]
  /** Id of the user who was signed in when the attempt began and still is: the account is linked to them. */
  linkTo?: string | undefined
  /** The user, where the proof itself says which of ours it is: a passkey's. */
  owner?: AdapterUser | undefined
  /** The passkey that `owner`, who is signed in, adds; nobody signs in by it yet. */
  newPasskey?: AdapterAuthenticator | undefined
  /** What a credentials form held, without the password's protection: for the signIn callback alone. */
  credentials?: Record<string, string> | undefined
}

/** An event that is told once everything is stored. */
export type PendingEvent = {
  [Name in keyof Events]: { name: Name; message: Parameters<Events[Name]>[0] }
}[keyof Events]

/** Whose account it turned out to be. */
export interface ResolvedAccount {
  user: User | AdapterUser
  account: Account
  isNewUser: boolean
  happened: readonly PendingEvent[]
  /** The user from whom strangers were put out just now. */
  claimed?: AdapterUser
}
