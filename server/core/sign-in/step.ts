import * as v from "valibot"
import { accountRecords } from "../proofs/records.ts"
import type { StepResponse } from "../../../client/protocol.ts"
import { AuthError } from "../../errors.ts"
import type { SetCookie } from "../cookies/options.ts"
import { storePasswordUse } from "../users/security-state.ts"
import { emit } from "../request/emit.ts"
import { checked, readForm, text } from "../request/form.ts"
import type { Outcome } from "../request/outcome.ts"
import { checkReturn, pageUrl, withSearchParams } from "../request/redirect-url.ts"
import type { ActionContext } from "../request/action-context.ts"
import { issueFormToken } from "../request/csrf-check.ts"
import { userById } from "../users/users.ts"
import {
  clearAttempt,
  createAttempt,
  isUnstored,
  readAttempt,
  saveAttempt,
  takeAttempt,
  type Attempt,
  type AttemptState,
} from "../steps/attempt.ts"
import { refundAddress } from "../limits/attempt.ts"
import { doneCookies, findOpenStep, keepLoaded, stepRows, toStep } from "../steps/index.ts"
import type { OpenStep, StepRow } from "../steps/row.ts"
import { stepCardProps } from "../steps/step-page.ts"
import type { ProvenUser } from "./feature.ts"
import { checkSignInAllowed, openSession } from "./open-session.ts"
import { revalidate } from "./revalidate.ts"
import { settlePlan } from "./settle.ts"

const stepForm = v.object({ attempt: v.optional(text), cancel: checked })

/** Pauses the sign-in if the user must do a step first. Otherwise returns `undefined`. */
export async function pauseIfNeeded(
  context: ActionContext,
  { verified, resolved: { user, account, isNewUser, plan } }: ProvenUser,
): Promise<Outcome | undefined> {
  const {
    identity,
    callbackUrl,
    remember,
    appState,
    proof,
    epoch,
    provenAt,
    isLink,
    signedInCookies = [],
    compromised,
    invitation,
  } = verified
  const { isIssuedBy: _, storedAccount, dpopKey, ...provenIdentity } = identity
  const state: AttemptState = {
    user: { ...user, id: String(user.id) },
    isStored: false,
    account,
    isNewUser,
    identity: { ...provenIdentity, ...(plan && { dpopKey }) },
    plan,
    storedFields: plan && storedAccount && Object.keys(storedAccount), // tokens are large
    signUp: plan && verified.signUp,
    linkedUserId: verified.userId,
    callbackUrl,
    remember,
    appState,
    proofs: [proof],
    signedInCookies,
    epoch,
    provenAt,
    isLink,
    compromised,
    invitation,
  }
  const step = await findOpenStep(context, state)
  if (!step) return undefined
  const { adapter } = context.settings // most sign-ins need no step, and so no lookup
  const stored =
    adapter?.getUser && user.id !== undefined && !isUnstored(state) ? await userById(adapter, user.id) : null
  const { attempt, cookies } = await createAttempt(context, { ...state, isStored: stored !== null })
  keepLoaded(context, state, attempt.state)
  await emit(context, { type: "stepRequired", userId: subject(state), provider: account.provider, method: step.id })
  context.securityLog?.setSubject(subject(state))
  const openAttempt = (await step.open?.(context, attempt)) ?? attempt
  return leadToStep(context, { step, attempt: openAttempt, cookies: [...verified.cookies, ...cookies] })
}

/** Redirects to a step's page. A client that asked for JSON also gets what the step's form needs. */
async function leadToStep(
  context: ActionContext,
  { step, attempt, cookies = [] }: { step: StepRow; attempt: Attempt; cookies?: readonly SetCookie[] },
): Promise<Outcome> {
  if (context.wants === "page") return toStep(context, step, { cookies })
  const { stepProps, cookies: formCookies } = await stepPropsFor(context, attempt, step)
  return toStep(context, step, { stepProps, cookies: [...cookies, ...formCookies] })
}

/** Returns the browser's open step: the user's id and the form's fields, and nothing else. */
export async function describeOpenStep(
  context: ActionContext,
): Promise<{ step: OpenStep | null; cookies: readonly SetCookie[] }> {
  const attempt = await readAttempt(context)
  const open = attempt && (await findOpenStep(context, attempt.state))
  if (!open) return { step: null, cookies: [] }
  const { csrfToken, cookies } = await issueFormToken(context)
  const action = `${context.site.url}/step/${open.id}`
  return {
    step: { userId: attempt.state.user.id, step: open.id, action, fields: { csrfToken, attempt: attempt.formId } },
    cookies,
  }
}

/** `GET step` and `GET step/<id>`: shows the open step, or leads to its page. */
export async function showStep(context: ActionContext): Promise<Outcome> {
  const asJson = context.wants === "json"
  const attempt = await readAttempt(context)
  if (!attempt && asJson) return { kind: "json", body: null, cookies: clearAttempt(context) }
  if (!attempt) return { kind: "redirect", to: pageUrl(context, "signIn"), cookies: clearAttempt(context) }
  // Only a POST finishes an attempt, so a user who has nothing left to do sees the last step's page
  const step = (await findOpenStep(context, attempt.state)) ?? (await stepRows(context.settings)).at(-1)
  if (!step) throw expiredError("No steps are configured")
  if (asJson) {
    const { stepProps, cookies } = await stepPropsFor(context, attempt, step)
    return { kind: "json", body: stepProps, cookies }
  }
  return step.show && step.id === context.target ? step.show(context, attempt) : toStep(context, step)
}

/** Returns an open step as a client gets it, and the cookies that its form needs. */
async function stepPropsFor(
  context: ActionContext,
  attempt: Attempt,
  { id, url, ...step }: StepRow,
): Promise<{ stepProps: StepResponse; cookies: readonly SetCookie[] }> {
  const page = withSearchParams(url ?? `${context.site.url}/step/${id}`, context.site.origin, {})
  const { props, cookies } = (await step.props?.(context, attempt)) ?? (await stepCardProps(context, attempt))
  return { stepProps: { ...props, step: id, url: page } as StepResponse, cookies } // a row's props are those of its card
}

/**
 * `POST step/<id>`: does a step of the browser's attempt. When no step is left, checks every decision of the sign-in
 * again and opens the session.
 */
export async function submitStep(context: ActionContext): Promise<Outcome> {
  const { body, target } = context
  const form = readForm(body, stepForm)
  const attempt = await readAttempt(context)
  if (!attempt) throw expiredError("This browser has no open sign-in attempt")
  context.securityLog?.setSubject(subject(attempt.state))
  if (form.cancel) return cancelAttempt(context, attempt)
  if (form.attempt !== attempt.formId) throw expiredError("The form belongs to another sign-in attempt")
  const step = await findOpenStep(context, attempt.state)
  if (!step) return finishAttempt(context, attempt)
  if (step.id !== target) return toStep(context, step)
  const result = await step.submit(context, attempt)
  if ("kind" in result) return result
  await refundAddress(context)
  await emit(context, { type: "stepCompleted", userId: subject(attempt.state), method: step.id })
  return finishAttempt(context, result)
}

async function cancelAttempt(context: ActionContext, attempt: Attempt): Promise<Outcome> {
  await takeAttempt(context, attempt)
  const callbackUrl = await checkReturn(context, attempt.state.callbackUrl)
  await emit(context, { type: "stepFailed", userId: subject(attempt.state), error: "Canceled" })
  return {
    kind: "redirect",
    to: pageUrl(context, "signIn", { callbackUrl }),
    status: 303,
    cookies: clearAttempt(context),
  }
}

// Events name no user who may never exist
const subject = (state: AttemptState) => (isUnstored(state) ? undefined : state.user.id)

/** Checks everything again that the sign-in was allowed by, then opens the session. */
async function finishAttempt(context: ActionContext, attempt: Attempt): Promise<Outcome> {
  const { user: current } = await revalidate(context, attempt.state, "resumed")
  const state = { ...attempt.state, user: { ...current, id: String(current.id) } }
  const cookies = clearAttempt(context)
  const elsewhere = await checkSignInAllowed(context, { ...state, cookies })
  const step = elsewhere ? undefined : await findOpenStep(context, state)
  if (elsewhere || step) {
    const saved = await saveAttempt(context, attempt)
    if (!saved) throw expiredError("Another request changed the attempt")
    if (elsewhere) return elsewhere
    const next = { ...saved, state }
    if (step) return leadToStep(context, { step, attempt: (await step.open?.(context, next)) ?? next })
  }
  if (!(await takeAttempt(context, attempt))) throw expiredError("The attempt was finished by another request")
  const settled = state.plan ? await settlePlan(context, state) : state
  const { epoch, proofs } = state
  const user = { ...settled.user, id: String(settled.user.id) }
  if (context.settings.secondFactor?.emailCode)
    await storePasswordUse(accountRecords(context), { userId: user.id, epoch, proofs })
  const allCookies = [...cookies, ...state.signedInCookies, ...(await doneCookies(context, { ...state, user }))]
  return openSession(context, { ...state, ...settled, cookies: allCookies })
}

function expiredError(message: string): AuthError {
  return new AuthError("AttemptExpired", message)
}
