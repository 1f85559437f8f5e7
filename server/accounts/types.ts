import type { User } from "../../client/contract.ts"
import type { Events } from "../config/event-types.ts"
import type { Account } from "../types.ts"
import type { AdapterAuthenticator, AdapterUser } from "../adapters/contract.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { Identity } from "../providers/identity.ts"

/** The user that a provider verified, and the state of the sign-in attempt. */
export interface VerifiedIdentity {
  identity: Identity
  /** Where to redirect afterwards. Already validated. */
  callbackUrl: string
  /** The app's `carry` value for its callbacks. */
  carry?: string | undefined
  /** Whether the user chose to stay signed in, when the sign-in began. */
  remember?: boolean | undefined
  /** Cookies that end the attempt. */
  cookies: readonly SetCookie[]
  /** Id of the user who was signed in when the attempt began and still is. The account is linked to that user. */
  linkTo?: string | undefined
  /** The user, if the proof itself names one, as a passkey does. */
  owner?: AdapterUser | undefined
  /** The passkey that `owner` adds while signed in. It has not signed in yet. */
  newPasskey?: AdapterAuthenticator | undefined
  /** The fields of the credentials form, the password in plain text. Only the `signIn` callback gets them. */
  credentials?: Record<string, string> | undefined
}

/** An event to run once everything is stored. */
export type PendingEvent = {
  [Name in keyof Events]: { name: Name; message: Parameters<Events[Name]>[0] }
}[keyof Events]

/** The user that the account belongs to. */
export interface ResolvedAccount {
  user: User | AdapterUser
  account: Account
  isNewUser: boolean
  happened: readonly PendingEvent[]
  /** The user, if the mailbox's owner just took it over. */
  claimed?: AdapterUser
}
