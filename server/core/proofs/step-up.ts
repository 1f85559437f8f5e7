import { AuthError, BoundSessionRequired, SessionRequired, StepUpRequired } from "../../errors.ts"
import { unknownNames, unknownSentence } from "../../providers/option-names.ts"
import { ANYTHING, BOOLEAN, custom, wrongValues, type OptionsOf } from "../../providers/option-values.ts"
import { hasFactors } from "./factors.ts"
import { confirmUrl, type StepUpRequirement, type StepUpTarget } from "./step-ups.ts"
import { proofsMeet, type RequiredProofs } from "../request/session-proofs.ts"
import { hasAccountRecords } from "../../adapters/required.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { readSessionProofs } from "./sealed-proofs.ts"
import type { LiveSession, SessionLookup } from "../request/strategy.ts"
import type { Outcome } from "../request/outcome.ts"
import { withSearchParams } from "../request/redirect-url.ts"

const SECONDS = { s: 1, m: 60, h: 3600 } as const

/** A passkey that the browser creates by itself needs a sign-in just now, because the user confirms nothing. */
export const AUTOMATIC_PASSKEY = { within: "5m" } as const satisfies StepUpRequirement

/** Seconds that a confirmation counts by default. */
export const DEFAULT_MAX_AGE = 10 * 60

/**
 * Requires that the user of a session has confirmed who they are recently, and strongly enough.
 *
 * @throws {AuthError} `SessionRequired` without a session; `BoundSessionRequired` if it isn't bound; `StepUpRequired`
 * if the user must confirm first; `InvalidConfiguration` if the requirement isn't valid
 */
export async function requireStepUp(
  context: RequestContext,
  session: SessionLookup,
  requirement: StepUpRequirement = {},
): Promise<LiveSession> {
  const [wrong] = requirementProblems(requirement)
  if (wrong !== undefined) throw new AuthError("InvalidConfiguration", wrong)
  const maxAge = toSeconds(requirement.within)
  const { factors: wanted, phishingResistant } = requirement
  if (wanted === 2) rejectUnlessPossible(context)
  if (requirement.bound) rejectUnlessBinding(context)
  if (session.kind === "none") throw new SessionRequired()
  if (requirement.bound && session.binding === undefined) throw new BoundSessionRequired()
  const factors = wanted ?? (await enrolledFactors(context, session))
  const demand = { maxAge, factors, phishingResistant }
  if (await meetsDemand(context, session, demand)) return session
  throw new StepUpRequired({ ...demand, url: confirmUrl(context, demand) })
}

const REQUIREMENT: OptionsOf<StepUpRequirement> = {
  within: ANYTHING, // `toSeconds` checks it
  factors: custom<1 | 2>((value) => value === 1 || value === 2, "1 or 2"),
  phishingResistant: BOOLEAN,
  bound: BOOLEAN,
}

/** Returns the mistakes that would require less than the app meant: a misspelled name, or a value such as `0`. */
function requirementProblems(requirement: StepUpRequirement): string[] {
  return [...unknownNames(requirement, REQUIREMENT).map(unknownSentence), ...wrongValues(requirement, REQUIREMENT)].map(
    (sentence) => `In the requirement, ${sentence}`,
  )
}

function rejectUnlessPossible({ settings: { secondFactor, webauthn } }: RequestContext): void {
  if (secondFactor || webauthn) return
  const problem = "`factors: 2` is required, but no user can have a second factor"
  throw new AuthError("InvalidConfiguration", `${problem}. Set \`secondFactor\` in the configuration`)
}

function rejectUnlessBinding({ settings: { features } }: RequestContext): void {
  if (features.some(({ bindsSessions }) => bindsSessions)) return
  const problem = "`bound: true` is required, but no session is bound to a device"
  throw new AuthError("InvalidConfiguration", `${problem}. Set \`session.deviceBound\` in the configuration`)
}

/** Returns the confirmation that a change of the account needs first, or `undefined` if the user may go on. */
export async function findStepUp(
  context: RequestContext,
  session: SessionLookup,
  requirement?: StepUpRequirement,
): Promise<StepUpRequired | undefined> {
  try {
    await requireStepUp(context, session, requirement)
    return undefined
  } catch (thrown) {
    if (thrown instanceof StepUpRequired) return thrown
    throw thrown
  }
}

/** Returns whether the proofs of a session are recent and strong enough. Unknown counts as never. */
export async function meetsDemand(
  context: RequestContext,
  session: SessionLookup,
  demand: RequiredProofs,
): Promise<boolean> {
  if (session.kind === "live" && session.impersonation) return false // the user proved nothing
  return proofsMeet(await readSessionProofs(context, session), demand, context.settings.now() / 1000)
}

/** Returns 2 if the user has set up two-step verification, and otherwise 1. A factor that can't be read counts too. */
export async function enrolledFactors({ settings }: RequestContext, { userId }: LiveSession): Promise<1 | 2> {
  const { adapter, secondFactor } = settings
  if (!secondFactor || !hasAccountRecords(adapter) || userId === undefined) return 1
  return (await hasFactors({ store: adapter }, userId)) ? 2 : 1
}

function toSeconds(within: StepUpRequirement["within"] = DEFAULT_MAX_AGE): number {
  const [, count, unit = "s"] = /^(\d{1,9}(?:\.\d{1,3})?)([smh])$/.exec(String(within)) ?? []
  const seconds = typeof within === "number" ? within : Number(count) * SECONDS[unit as keyof typeof SECONDS] // one of the pattern's units
  if (Number.isFinite(seconds) && seconds > 0) return Math.ceil(seconds)
  const problem = `\`within\` is ${JSON.stringify(within)}`
  throw new AuthError("InvalidConfiguration", `${problem}. Set it to seconds above 0, or to a text such as "10m"`)
}

/** Names for `acr_values` of the challenge: OpenID's own for phishing resistance and for several factors. */
const ACR = {
  phishingResistant: "phr",
  multiFactor: "http://schemas.openid.net/pape/policies/2007/06/multi-factor",
} as const

/**
 * Responds to a request that needs a confirmation first: 401 with a challenge for a script, and otherwise a redirect to
 * the page. A form isn't kept: the user returns to its page and sends it again.
 *
 * @see [RFC 9470, section 3](https://www.rfc-editor.org/rfc/rfc9470#section-3)
 */
export async function stepUpOutcome(
  { site }: Pick<RequestContext, "site">,
  { url, maxAge, factors, phishingResistant }: StepUpRequired,
  { wants, callbackUrl }: StepUpTarget,
): Promise<Outcome> {
  const rejection = "StepUpRequired"
  if (wants === "page")
    return { kind: "redirect", status: 303, to: withSearchParams(url, site.origin, { callbackUrl }), rejection }
  const acr = phishingResistant ? ACR.phishingResistant : factors === 2 ? ACR.multiFactor : undefined
  const challenge = [`Bearer error="insufficient_user_authentication"`, `max_age=${maxAge}`]
  return {
    kind: "json",
    status: 401,
    headers: {
      "cache-control": "no-store",
      "www-authenticate": [...challenge, ...(acr ? [`acr_values="${acr}"`] : [])].join(", "),
    },
    body: { error: rejection, url, maxAge, factors, phishingResistant },
  }
}
