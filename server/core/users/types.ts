import type { User } from "../../../client/contract.ts"
import type { AuthEvents } from "../config/event-types.ts"
import type { Account, Awaitable } from "../../types.ts"
import type { ConfiguredFeature } from "../config/settings.ts"
import type { ActionContext } from "../request/action-context.ts"
import type { Adapter, AdapterAuthenticator, AdapterUser } from "../../adapters/contract.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { StepUpRequired } from "../../errors.ts"
import type { Proof } from "../request/proofs.ts"
import type { RequiredProofs } from "../request/session-proofs.ts"
import type { Identity } from "../../providers/identity.ts"

/** A passkey, and the AAGUID of the product that created it. */
export interface NewPasskey extends AdapterAuthenticator {
  aaguid: string
}

/** The user that a provider verified, and the state of the sign-in attempt. */
export interface VerifiedIdentity {
  identity: Identity
  /** Where to redirect afterwards. `checkReturn` checks it once more, where the redirect is written. */
  callbackUrl: string
  /** The app's `carry` value for its callbacks. */
  appState?: string | undefined
  /** Whether the user chose to stay signed in, when the sign-in began. */
  remember?: boolean | undefined
  /** Cookies that end this part of the sign-in. They are set even if the sign-in waits for a step. */
  cookies: readonly SetCookie[]
  /** Cookies that are set only when the session opens, such as the one of a known browser. */
  signedInCookies?: readonly SetCookie[] | undefined
  /** The proof of the sign-in method, such as a password. */
  proof: Proof
  /** When the user gave it, in seconds since the epoch, if that wasn't now. */
  provenAt?: number | undefined
  /** The user's security epoch when the proof was checked. @default the one when the user is found */
  epoch?: string | undefined
  /** Id of the user who had the address when a link to it was used. */
  userId?: string | undefined
  /** Id of the user who was signed in when the attempt began and still is. The account is linked to that user. */
  linkTo?: string | undefined
  /** The only user whom the sign-in may be about, because the signed-in user changed since it began. */
  onlyFor?: { id: string; isSignedIn: boolean } | undefined
  /** The confirmation that the provider's response belongs to. It isn't a sign-in then. */
  confirm?: { attempt: string; acr?: string | undefined } & RequiredProofs
  /** The confirmation that `linkTo` needs before an account is linked, if any. */
  stepUp?: StepUpRequired | undefined
  /** The user, if the proof itself names one, as a passkey does. */
  owner?: AdapterUser | undefined
  /** The sign-up that creates the user. */
  signUp?: SignUp | undefined
  /**
   * The decision about the account before a step. It must still hold. With `"only"`, nothing new is stored yet: the
   * result has a plan.
   */
  plan?: AccountPlan | "only" | undefined
  /** Stores what belongs to the new user, such as a second factor: in the same transaction, if there is one. */
  storeMore?: ((adapter: Adapter, user: AdapterUser) => Promise<void>) | undefined
  /** Whether the password is in a known breach. The user then replaces it before the session opens. */
  compromised?: boolean | undefined
  /** The data of the invitation that the user accepts. */
  invitation?: { data: Readonly<Record<string, unknown>> } | undefined
  /** The passkey that `owner` adds while signed in. It has not signed in yet. */
  newPasskey?: NewPasskey | undefined
  /** The fields of the credentials form, the password in plain text. Only the `signIn` callback gets them. */
  credentials?: Record<string, string> | undefined
}

/** The part of a feature that creates users. */
export interface UserFeature extends ConfiguredFeature {
  /** Creates the user of a sign-up, or plans it. */
  openAccount?(context: ActionContext, signUp: SignUp, verified: VerifiedIdentity): Awaitable<ResolvedAccount>
}

/** A sign-up whose address is proven. It is data, because a step may pause it. */
export type SignUp = { email: string; account: Account } & (
  | (NewPassword & { kind: "password"; /** Id of the record. */ pending: string })
  | (NewPassword & { kind: "invitation"; /** The secret of the link. */ token: string })
  | { kind: "passkey"; pending: string; newPasskey: NewPasskey }
)

interface NewPassword {
  /** The hash of the password. */
  hash: string
  /** The values of the app's own fields. */
  fields: Readonly<Record<string, string>>
}

/** The decision of a sign-in about its account, which is not stored yet. */
export interface AccountPlan {
  /** With `use`, only the profile and the tokens change. `finish` is for a user whose account a crash left unlinked. */
  kind: "use" | "create" | "finish" | "link"
  /** The user's id. A new user gets it, unless the adapter assigns its own. */
  userId: string
}

/** An event to run once everything is stored. */
export type PendingEvent = {
  [Name in keyof AuthEvents]: { name: Name; message: Parameters<AuthEvents[Name]>[0] }
}[keyof AuthEvents]

/** The user that the account belongs to. */
export interface ResolvedAccount {
  user: User | AdapterUser
  account: Account
  isNewUser: boolean
  events: readonly PendingEvent[]
  /** If it is set, nothing of the user, the account and the link is stored yet. */
  plan?: AccountPlan
  reclaimed?: Reclaimed
}

/** A user that the mailbox's owner just took over. */
export interface Reclaimed {
  readonly user: AdapterUser
  /** Whether someone else may have had a way to sign in. */
  hadMethods: boolean
}
