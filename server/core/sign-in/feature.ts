import type { ProviderType, User } from "../../../client/contract.ts"
import type { Adapter, AdapterUser } from "../../adapters/contract.ts"
import type { Identity } from "../../providers/identity.ts"
import type { EmailConfig, OAuthConfig, ProviderConfig } from "../../providers/types.ts"
import type { Awaitable } from "../../types.ts"
import type { ConfiguredFeature, Settings } from "../config/settings.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { ActionContext } from "../request/action-context.ts"
import type { AuthRequest } from "../request/auth-request.ts"
import type { Outcome } from "../request/outcome.ts"
import type { NewSession } from "../request/strategy.ts"
import type { Added } from "../sessions/feature.ts"
import type { Requirements } from "../limits/attempt.ts"
import type { ChangedMethod } from "../mailbox/method-emails.ts"
import type { AttemptState } from "../steps/attempt.ts"
import type { Owner } from "../steps/feature.ts"
import type { OpenStep, StepRow } from "../steps/row.ts"
import type { ResolvedAccount, VerifiedIdentity } from "../users/types.ts"
import type { CheckedDevice } from "./new-device.ts"

/** A sign-in that is about to open its session. */
export type OpeningSession = Pick<NewSession, "user" | "lifetime">

/** A feature's part in a session that opens. */
export interface Opening {
  /** Whether the browser's current session goes on. @default false */
  keepsPrevious?: boolean
  /** Runs when the new session is open and the event `signIn` was emitted. */
  opened?(session: { key: string }): Awaitable<Added>
}

/** Where a flow that failed leads, instead of a page for failures. */
export interface FailedReturn {
  url: string
  /** The error to show there, if only one is known there. */
  error?: "OAuthCallbackError"
}

/** The purposes of an identity that isn't proven to sign in. */
export type Purpose = "confirm" | "newPasskey"

/** The part of a feature that a sign-in reads. */
export interface SignInFeature extends ConfiguredFeature {
  /** The types of providers that it brings. `start` and `identify` are called for these alone. */
  readonly providerTypes?: readonly ProviderType[]
  /** Identifies the user of a provider. Returns `undefined` if another feature brings it. */
  identify?(context: ActionContext, provider: ProviderConfig): Promise<VerifiedIdentity | Outcome> | undefined
  /** Responds to an identity that was proven for another purpose than to sign in. */
  takes?: Readonly<Partial<Record<Purpose, (context: ActionContext, verified: VerifiedIdentity) => Promise<Outcome>>>>
  /** Runs when a user was created, before the event of the app. */
  onUserCreated?(context: ActionContext, user: Pick<User, "email">): Awaitable<void>
  /** Runs before the session opens, while the previous one still exists. */
  onOpen?(context: ActionContext, opening: OpeningSession): Awaitable<Opening>
  /** Returns the cookies to clear after a failed callback, whose attempt counts once. */
  onFailed?(request: AuthRequest): Awaitable<readonly SetCookie[]>
  /** Returns where a failed callback of a flow leads that has no page for failures. */
  failedReturn?(request: AuthRequest): Awaitable<FailedReturn | undefined>
  /**
   * Starts a sign-in with a provider.
   *
   * @param callbackUrl where to redirect afterwards. Already validated
   */
  start?(context: ActionContext, provider: ProviderConfig, callbackUrl: string): Awaitable<Outcome> | undefined
  readonly storedUsers?: StoredUsers
  readonly formPost?: FormPost
}

/** The functions for providers that post their response. */
export interface FormPost {
  /** Redirects a provider's POST to a GET of the same callback, which has the browser's cookies. */
  redirect(context: ActionContext, provider: OAuthConfig): Awaitable<Outcome>
  /** Opens the response that `redirect` sealed. Each response opens once. */
  open(context: ActionContext, provider: OAuthConfig): Awaitable<URLSearchParams>
}

/** The user of a proven identity, who may have to do a step. */
export interface ProvenUser {
  verified: VerifiedIdentity & Pick<AttemptState, "epoch" | "provenAt" | "isLink">
  resolved: Pick<ResolvedAccount, "user" | "account" | "isNewUser" | "plan">
}

/** The functions of a sign-in that waits for a step. */
export interface Pauses {
  /** Returns the steps of a configuration in their order. */
  rows(settings: Settings): Awaitable<readonly StepRow[]>
  /** Pauses the sign-in if the user must do a step first. Otherwise returns `undefined`. */
  pauseIfNeeded(context: ActionContext, proven: ProvenUser): Awaitable<Outcome | undefined>
  /** Returns whether a sign-in of this browser waits for a step. */
  isPaused(context: ActionContext): Awaitable<boolean>
  /** Returns the browser's open step, and the cookies that its form needs. */
  describe(context: ActionContext): Awaitable<{ step: OpenStep | null; cookies: readonly SetCookie[] }>
}

/** The functions of a sign-in for stored users. A Worker without an adapter carries none of them. */
export interface StoredUsers {
  /** Finds, creates or plans the user of an identity. */
  resolve(context: ActionContext, adapter: Adapter, verified: VerifiedIdentity): Awaitable<ResolvedAccount>
  /** Returns the user who may sign in with the account of an identity. */
  findOwner(adapter: Adapter, identity: Identity): Awaitable<AdapterUser | null>
  /** Emails the owner of a user that was just reclaimed. */
  tellOwner(context: ActionContext, user: User): Awaitable<void>
  /** Emails the user about a sign-in method that was added. */
  emailMethodChanged(context: ActionContext, owner: Owner, changed: ChangedMethod): Awaitable<void>
  /** Checks, before the session opens, whether the user signed in with this browser before. */
  checkDevice(context: ActionContext, user: User): Awaitable<CheckedDevice>
  /** Its steps, and the sign-ins that wait for one. The adapter stores them. */
  readonly pauses: Pauses
  /** Returns the counts of a request for an email, or of the use of its link or code. */
  emailCounts(context: ActionContext, kind: "email" | "code", provider: EmailConfig): Awaitable<Requirements>
}
