import type { Adapter, AdapterUser } from "../../adapters/contract.ts"
import type { Awaitable } from "../../types.ts"
import type { ConfiguredFeature, Settings } from "../config/settings.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { ActionContext } from "../request/action-context.ts"
import type { VerifiedIdentity } from "../users/types.ts"
import type { AttemptState } from "./attempt.ts"
import type { FeatureStep } from "./row.ts"

/** A user who was just stored, and what the attempt knows about them. */
export interface StoredUser extends Pick<AttemptState, "proofs" | "newApp"> {
  user: AdapterUser
}

/** The user whom an email about the new account is for. */
export interface Owner {
  id: string
  email?: string | null | undefined
}

/** The part of a feature that a paused sign-in reads. */
export interface StepFeature extends ConfiguredFeature {
  /** Its steps. `STEP_ORDER` says where each belongs. */
  steps?(settings: Settings): Awaitable<readonly FeatureStep[]>
  /**
   * Returns whether the user may have to do one of its steps after this proof. If so, their account is only planned
   * until then.
   *
   * @default true
   */
  mayPause?(verified: VerifiedIdentity): boolean
  /**
   * Stores what its steps collected, together with a user who is stored only now. The result runs once that is final,
   * and after its events.
   */
  onStored?(
    context: ActionContext,
    adapter: Adapter,
    stored: StoredUser,
  ): Awaitable<((owner: Owner) => Promise<void>) | undefined>
  /** Returns the cookies to set after the last step, with those of the session. */
  onStepsDone?(context: ActionContext, state: AttemptState): Awaitable<readonly SetCookie[]>
}
