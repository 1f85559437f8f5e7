import { STEP_ORDER } from "../config/feature-problems.ts"
import type { Step } from "../config/step-options.ts"
import type { Settings } from "../config/settings.ts"
import { asError, AuthError } from "../../errors.ts"
import { decide } from "../config/decisions.ts"
import { withTimeout } from "../crypto/with-timeout.ts"
import { appFields } from "../request/body.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { Outcome } from "../request/outcome.ts"
import { withSearchParams } from "../request/redirect-url.ts"
import type { ActionContext } from "../request/action-context.ts"
import { readAttempt, type AttemptState } from "./attempt.ts"
import type { StepFeature } from "./feature.ts"
import type { StepRow } from "./row.ts"
import type { RequestContext } from "../request/auth-request.ts"

/** Returns the steps of a configuration in their order: those of features, then the app's. */
export async function stepRows(settings: Settings): Promise<readonly StepRow[]> {
  const features: readonly StepFeature[] = settings.features
  const own = await Promise.all(features.map((feature) => feature.steps?.(settings) ?? []))
  const inOrder = own.flat().toSorted((one, other) => STEP_ORDER.indexOf(one.id) - STEP_ORDER.indexOf(other.id))
  return [...inOrder, ...settings.steps.map(toStepRow)]
}

/** Returns whether a sign-in of this browser waits for a step. */
export async function isPaused(context: ActionContext): Promise<boolean> {
  return (await stepRows(context.settings)).length > 0 && (await readAttempt(context)) !== undefined
}

/** Returns the first step that the user must still do, or `undefined` if the session may open. */
export async function findOpenStep(context: ActionContext, state: AttemptState): Promise<StepRow | undefined> {
  for (const row of await stepRows(context.settings)) if (await isNeeded(context, row, state)) return row
  return undefined
}

// A step that can't be decided must not be skipped
async function isNeeded(context: ActionContext, row: StepRow, state: AttemptState): Promise<boolean> {
  try {
    const needed = await row.needed(context, state)
    if (typeof needed === "boolean") return needed
    throw new Error(`It returned ${String(needed)}. Return true or false`)
  } catch (thrown) {
    logStepError(context, `\`needed\` of the step ${row.id} failed`, thrown)
    return true
  }
}

/** Returns the cookies that features set after the last step. */
export async function doneCookies(context: ActionContext, state: AttemptState): Promise<readonly SetCookie[]> {
  const features: readonly StepFeature[] = context.settings.features
  return (await Promise.all(features.map((feature) => feature.onStepsDone?.(context, state) ?? []))).flat()
}

/** Redirects to a step's page. */
export function toStep(
  { site }: ActionContext,
  { id, url = `${site.url}/step/${id}` }: Pick<StepRow, "id" | "url">,
  { cookies = [], error, stepProps }: Pick<Outcome & { kind: "redirect" }, "cookies" | "error" | "stepProps"> = {},
): Outcome {
  const to = withSearchParams(url, site.origin, { error })
  return { kind: "redirect", to, status: 303, step: id, cookies, ...(stepProps && { stepProps }) }
}

function toStepRow(step: Step): StepRow {
  const { id, url } = step
  return {
    id,
    url,
    needed: async ({ settings }, { user, account, isNewUser }) =>
      (await decide(settings, "needed", () => step.needed({ user, account, isNewUser }))) !== false,
    async submit(context, attempt) {
      const { user, account, isNewUser } = attempt.state
      const fields = Object.fromEntries(appFields(context.body).filter(([name]) => name !== "attempt"))
      try {
        await withTimeout(`\`handle\` of the step ${id}`, step.handle?.({ user, account, isNewUser, fields }))
        return attempt
      } catch (thrown) {
        logStepError(context, `\`handle\` of the step ${id} failed`, thrown)
        return toStep(context, { id, url }, { error: "Step" })
      }
    },
  }
}

function logStepError({ settings }: ActionContext, message: string, thrown: unknown): void {
  const err = asError(thrown)
  settings.logger.error(new AuthError("CallbackRouteError", `${message}: ${err.message}`, { err }))
}

type Load<Value> = (context: RequestContext, state: AttemptState) => Value

/** Returns the loaded values of each state. A new proof makes a new state, which loads everything again. */
const loadedStates = ({ once }: RequestContext) =>
  once(loadedStates, () => new Map<AttemptState, Map<Load<unknown>, unknown>>())

/** Loads what steps need about a state. Several steps may ask for it, and a request loads it once. */
export function loadOnce<Value>(context: RequestContext, state: AttemptState, load: Load<Value>): Value {
  const states = loadedStates(context)
  const values = states.get(state) ?? new Map<Load<unknown>, unknown>()
  states.set(state, values)
  if (!values.has(load)) values.set(load, load(context, state))
  return values.get(load) as Value // only this line's `load` wrote it
}

/** Keeps what was loaded for a state also for `copy`, which has the same user and proofs. */
export function keepLoaded(context: RequestContext, state: AttemptState, copy: AttemptState): void {
  const states = loadedStates(context)
  const values = states.get(state)
  if (values) states.set(copy, values)
}
