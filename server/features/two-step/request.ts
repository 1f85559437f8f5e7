import type { AccountErrorCode } from "../../../client/account-contract.ts"
import { loadCredentials, type UserCredentials } from "../../core/methods/sign-in-methods.ts"
import { requireStepUp, stepUpOutcome } from "../../core/proofs/step-up.ts"
import { canEnroll } from "../../core/users/reclaim.ts"
import type { AdapterUser } from "../../adapters/contract.ts"
import { sha256 } from "../../core/crypto/bytes.ts"
import { StepUpRequired } from "../../errors.ts"
import type { EnrollmentOwner } from "../../core/proofs/enrollment.ts"
import { securityEpoch } from "../../core/users/security-state.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { namedReturn, pageUrl, returnTo, withSearchParams } from "../../core/request/redirect-url.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import type { LiveSession } from "../../core/request/strategy.ts"
import { ACCOUNT_ERROR_STATUS } from "../../core/request/failures.ts"

/** A request of a signed-in user who may change their second factors now. */
export interface TwoStepRequest {
  readonly context: ActionContext
  readonly user: AdapterUser
  readonly held: UserCredentials
  /** Only this user in this session can confirm the enrollment, until their security epoch changes. */
  readonly owner: EnrollmentOwner
  /** The validated URL to return to. */
  readonly done: string
}

/**
 * Checks the session, the address, and that the user confirmed who they are recently. Returns another response if not.
 */
export async function admit(context: ActionContext, enrolls: boolean): Promise<TwoStepRequest | Outcome> {
  const { settings, site, method } = context
  const session = await context.lookupSession()
  const returnUrl = await returnTo(context)
  const credentials = session.kind === "live" ? await loadHeld(context, session) : undefined
  const here =
    method === "GET"
      ? withSearchParams(thisPage(context), site.origin, { callbackUrl: await namedReturn(context) })
      : returnUrl
  if (session.kind === "none" || !credentials) {
    const to = pageUrl(context, "signIn", { callbackUrl: here })
    return context.wants === "json" ? failureJson("SessionRequired") : { kind: "redirect", to, status: 303 }
  }
  if (enrolls && !(await canEnroll(settings, credentials.user)))
    return failure({ context, done: returnUrl }, "EmailUnverified")
  try {
    await requireStepUp(context, session)
  } catch (thrown) {
    // The confirmation returns to this page, which a form's `callbackUrl` doesn't name
    if (thrown instanceof StepUpRequired)
      return stepUpOutcome(context, thrown, { wants: context.wants, callbackUrl: here })
    throw thrown
  }
  const userId = credentials.user.id
  const names = ["session", site.url, session.key, await securityEpoch(settings, userId)]
  const owner = { userId, enrolledIn: await sha256(JSON.stringify(names)) }
  return { context, user: credentials.user, held: credentials, owner, done: returnUrl }
}

async function loadHeld({ settings }: ActionContext, { userId }: LiveSession) {
  const { adapter } = settings
  const credentials = adapter && userId !== undefined ? await loadCredentials(settings, adapter, userId) : undefined
  return credentials?.user && { ...credentials, user: credentials.user }
}

/** Returns the URL of the page that was requested. */
export const thisPage = ({ site, target }: ActionContext) => `${site.url}/two-step/${target}`

/** Responds that the account wasn't changed. */
export function failure({ context, done }: Pick<TwoStepRequest, "context" | "done">, error: AccountErrorCode): Outcome {
  if (context.wants === "json") return failureJson(error)
  return { kind: "redirect", status: 303, to: withSearchParams(done, context.site.origin, { error }) }
}

const failureJson = (error: AccountErrorCode): Outcome => ({
  kind: "json",
  status: ACCOUNT_ERROR_STATUS[error],
  body: { error },
})

/** Sends the user back to the form with an error. */
export function again(
  { context, done }: TwoStepRequest,
  error: string,
  parameters: Record<string, string> = {},
): Outcome {
  const to = withSearchParams(thisPage(context), context.site.origin, { callbackUrl: done, ...parameters, error })
  return context.wants === "json"
    ? { kind: "json", status: 401, body: { error, url: to } }
    : { kind: "redirect", status: 303, to }
}

/** Sends the user back to their account. */
export function leave({ context, done }: TwoStepRequest): Outcome {
  return context.wants === "json" ? { kind: "json", body: { url: done } } : { kind: "redirect", status: 303, to: done }
}
