import type { Settings } from "./core/config/settings.ts"
import type { CredentialFeature } from "./core/limits/credential-forms.ts"
import type { ProofFeature } from "./core/proofs/own-passkey.ts"
import type { StepUpFeature } from "./core/proofs/step-ups.ts"
import type { ActionContext } from "./core/request/action-context.ts"
import type { Routes } from "./core/request/route.ts"
import type { SessionFeature } from "./core/sessions/feature.ts"
import type { PageFeature } from "./core/pages/render.ts"
import type { AccountFeature } from "./core/methods/feature.ts"
import type { SignInFeature } from "./core/sign-in/feature.ts"
import type { StepFeature } from "./core/steps/feature.ts"
import type { UserFeature } from "./core/users/types.ts"

/**
 * Everything about a feature: the row that its folder exports, which `service/features.ts` lists. All members but
 * the name and `isOn` are optional.
 *
 * @internal
 */
export interface Feature
  extends
    CredentialFeature,
    ProofFeature,
    StepUpFeature,
    AccountFeature,
    SessionFeature,
    UserFeature,
    StepFeature,
    SignInFeature,
    PageFeature {
  /** Its routes. They exist only while it is on. */
  readonly routes?: Routes
  /**
   * Returns what runs with each request that passed its checks, to start work that is due. It must not wait for it.
   * Called once for each configuration.
   */
  onRequest?(settings: Settings): ((context: ActionContext) => void) | undefined
}
