import { AuthError, type StepUpDemand, type StepUpRequired } from "../../errors.ts"
import type { Awaitable } from "../../types.ts"
import { missingFeature } from "../config/missing-feature.ts"
import type { ConfiguredFeature, Settings } from "../config/settings.ts"
import type { RequestContext } from "../request/auth-request.ts"
import type { Outcome } from "../request/outcome.ts"
import type { LiveSession, SessionLookup } from "../request/strategy.ts"
import type { Wants } from "../request/wants.ts"

/** A time such as `"30s"`, `"10m"` or `"2h"`. */
export type Duration = `${number}${"s" | "m" | "h"}`

/** How recently, and with what, the user must have confirmed who they are. */
export interface StepUpRequirement {
  /** How long ago at most. A number is in seconds. @default "10m" */
  within?: number | Duration | undefined
  /** How many factors. @default 2 if the user has set up two-step verification, otherwise 1 */
  factors?: 1 | 2 | undefined
  /** Whether one of them must be a passkey or a security key. @default false */
  phishingResistant?: boolean | undefined
  /** Whether the session must be bound to this device. Needs `session.deviceBound`. @default false */
  bound?: boolean | undefined
}

/** How a request gets its response. */
export interface StepUpTarget {
  wants: Wants
  /** The page that the user returns to from the confirmation. Already validated. */
  callbackUrl: string
}

/** The functions that ask users to confirm who they are. The page that confirms brings them, and so do stored users. */
export interface StepUps {
  /** Requires that the user has confirmed who they are. */
  require(context: RequestContext, session: SessionLookup, requirement?: StepUpRequirement): Awaitable<LiveSession>
  /** Returns the confirmation that a change of the account needs first. */
  find(context: RequestContext, session: SessionLookup): Awaitable<StepUpRequired | undefined>
  /** Responds to a request that needs a confirmation first. */
  respond(context: RequestContext, error: StepUpRequired, target: StepUpTarget): Awaitable<Outcome>
}

/** A feature that may bring {@link StepUps}. */
export interface StepUpFeature extends ConfiguredFeature {
  readonly stepUps?: StepUps
}

/** Returns the functions, or `undefined` in a Worker that imports nothing that brings them. */
export function findStepUps({ features }: Pick<Settings, "features">): StepUps | undefined {
  const rows: readonly StepUpFeature[] = features
  return rows.find(({ stepUps }) => stepUps)?.stepUps
}

/** @throws {AuthError} `InvalidConfiguration` in a Worker that imports nothing that brings them */
export function requireStepUps(settings: Pick<Settings, "features">, helper: string): StepUps {
  const stepUps = findStepUps(settings)
  if (!stepUps) throw new AuthError("InvalidConfiguration", missingFeature(`\`${helper}\``, "step-up"))
  return stepUps
}

/** Returns the URL of the page on which the user confirms who they are. */
export function confirmUrl(
  { site }: Pick<RequestContext, "site">,
  { maxAge, factors, phishingResistant }: Omit<StepUpDemand, "url">,
): string {
  const query = new URLSearchParams({ max_age: String(maxAge) })
  if (factors === 2) query.set("factors", "2")
  if (phishingResistant) query.set("phishing_resistant", "1")
  return `${site.url}/confirm?${query}`
}
