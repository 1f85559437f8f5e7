import type { User } from "../../../client/contract.ts"
import type { ProviderConfig } from "../../providers/types.ts"
import type { Awaitable } from "../../types.ts"
import type { ConfiguredFeature } from "../config/settings.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { ActionContext } from "../request/action-context.ts"
import type { AuthRequest } from "../request/auth-request.ts"
import type { Outcome } from "../request/outcome.ts"
import type { NewSession } from "../request/strategy.ts"
import type { Added } from "../sessions/feature.ts"
import type { VerifiedIdentity } from "../users/types.ts"

/** A sign-in that is about to open its session. */
export type OpeningSession = Pick<NewSession, "user" | "lifetime">

/** A feature's part in a session that opens. */
export interface Opening {
  /** Whether the browser's current session goes on. @default false */
  keepsPrevious?: boolean
  /** Runs when the new session is open and the event `signIn` was emitted. */
  opened?(session: { key: string }): Awaitable<Added>
}

/** The purposes of an identity that isn't proven to sign in. */
export type Purpose = "confirm" | "newPasskey"

/** The part of a feature that a sign-in reads. */
export interface SignInFeature extends ConfiguredFeature {
  /** Identifies the user of the providers that the feature brings. Returns `undefined` for any other provider. */
  identify?(context: ActionContext, provider: ProviderConfig): Promise<VerifiedIdentity | Outcome> | undefined
  /** Responds to an identity that was proven for another purpose than to sign in. */
  takes?: Readonly<Partial<Record<Purpose, (context: ActionContext, verified: VerifiedIdentity) => Promise<Outcome>>>>
  /** Runs when a user was created, before the event of the app. */
  onUserCreated?(context: ActionContext, user: Pick<User, "email">): Awaitable<void>
  /** Runs before the session opens, while the previous one still exists. */
  onOpen?(context: ActionContext, opening: OpeningSession): Awaitable<Opening>
  /** Returns the cookies to clear after a failed callback, whose attempt counts once. */
  onFailed?(request: AuthRequest): Awaitable<readonly SetCookie[]>
}
