import type { SetCookie } from "../cookies/options.ts"
import type { Outcome } from "../request/outcome.ts"
import type { ActionContext } from "../request/action-context.ts"
import type { Awaitable } from "../../types.ts"
import type { STEP_ORDER } from "../config/feature-problems.ts"
import type { Attempt, AttemptState } from "./attempt.ts"

/** The browser's paused sign-in, as an app's step page sees it. The user isn't signed in. */
export interface OpenStep {
  /** The id of the user who proved their identity. */
  userId: string
  /** Id of the step that the sign-in waits for. */
  step: string
  /** URL that the step's form posts to. */
  action: string
  /** Hidden fields of the form. */
  fields: { csrfToken: string | undefined; attempt: string }
}

/** A step as the sign-in runs it: one of Latchkit's own, or one of the app's. */
export interface StepRow {
  readonly id: string
  /** The app's page. @default the built-in page `{base path}/step/{id}` */
  readonly url?: string
  /** Returns whether the user must still do it. Only `false` counts as no. An error counts as needed. */
  needed(context: ActionContext, state: AttemptState): Awaitable<unknown>
  /** Runs once when the sign-in arrives at the step, for example to send a code. */
  open?(context: ActionContext, attempt: Attempt): Promise<Attempt>
  /** Returns the props of the step's card, and the cookies that its form needs. */
  props?(context: ActionContext, attempt: Attempt): Promise<{ props: object; cookies: readonly SetCookie[] }>
  /** Renders the built-in page. */
  show?(context: ActionContext, attempt: Attempt): Promise<Outcome>
  /** Does the step with what its form sent. Returns the attempt to go on with, or another response. */
  submit(context: ActionContext, attempt: Attempt): Promise<Attempt | Outcome>
}

/** A step that a feature brings. `STEP_ORDER` has its id. */
export interface FeatureStep extends StepRow {
  readonly id: (typeof STEP_ORDER)[number]
}
