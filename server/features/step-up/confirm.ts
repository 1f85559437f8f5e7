import { confirmCardPage } from "../../../components/html/feature-pages.ts"
import * as v from "valibot"
import type { ConfirmMethod } from "../../../components/step-up/confirm.view.ts"
import { DEFAULT_MAX_AGE, meetsDemand } from "../../core/proofs/step-up.ts"
import { confirmUrl } from "../../core/proofs/step-ups.ts"
import { notifyUser } from "../../core/users/undo/records.ts"
import type { SetCookie } from "../../core/cookies/options.ts"
import { proofsMeet, type RequiredProofs } from "../../core/request/session-proofs.ts"
import type { Proof } from "../../core/request/proofs.ts"
import { emit } from "../../core/request/emit.ts"
import { versionCookie } from "../../core/request/version-cookie.ts"
import { checked, oneOf, readForm, shortText, text } from "../../core/request/form.ts"
import { messagesFor, providerName, maskedAddress } from "../../core/request/language.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { checkReturn, pageUrl, returnTo, withSearchParams } from "../../core/request/redirect-url.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { giveProof } from "../../core/sessions/give-proof.ts"
import { sendConfirmCode, wasCodeSent } from "./email-code.ts"
import { proveConfirm, countConfirmTry, checkPassword } from "./prove.ts"
import { startConfirm } from "./provider.ts"
import { loadConfirm, urlWithoutMethod, type ConfirmState } from "./state.ts"
import { countGuessNotice } from "../../core/limits/factor.ts"
import { MAX_ASSERTION, requestOwnPasskey } from "../../core/proofs/own-passkey.ts"
import { showForm } from "../../core/pages/form.ts"

/** Errors that the page shows. */
const CONFIRM_ERRORS = [
  "InvalidCode",
  "RateLimited",
  "AttemptExpired",
  "MissingCSRF",
  "ServerBusy",
  "EmailSignin",
  "OAuthCallbackError",
  "WebAuthnVerificationError",
] as const

type ConfirmError = (typeof CONFIRM_ERRORS)[number]

const MAX_FIELD = 1024

const confirmForm = v.object({
  attempt: v.optional(text),
  method: v.optional(text),
  code: v.optional(shortText(MAX_FIELD)),
  password: v.optional(shortText(MAX_FIELD)),
  /** The response of an authenticator, as JSON. */
  data: v.optional(shortText(MAX_ASSERTION)),
  resend: checked,
})

export type ConfirmForm = v.InferOutput<typeof confirmForm>

/** `GET confirm`: shows how the signed-in user can confirm who they are, or leads on if nothing is required. */
export async function showConfirm(context: ActionContext): Promise<Outcome> {
  const { query } = context
  const asJson = context.wants === "json"
  const callbackUrl = await returnTo(context, "/")
  const required = readRequired(query)
  const session = await context.lookupSession()
  if (await meetsDemand(context, session, required))
    return asJson
      ? { kind: "json", body: { satisfied: true, url: callbackUrl } }
      : { kind: "redirect", to: callbackUrl }
  const state = await loadConfirm(context, required)
  if (!state) {
    const to = pageUrl(context, "signIn", { callbackUrl })
    return asJson
      ? { kind: "json", status: 401, body: { error: "SessionRequired", url: to } }
      : { kind: "redirect", to }
  }
  // A user without any method, such as one of a plain OAuth provider, signs in again or sets up a second factor
  const elsewhere = state.methods.length === 0 ? await urlWithoutMethod(context, state, callbackUrl) : undefined
  if (elsewhere !== undefined && !asJson) return { kind: "redirect", to: elsewhere }
  const { props, cookies } = await confirmProps(context, state, callbackUrl)
  const body = { ...props, ...(elsewhere !== undefined && { url: elsewhere }) }
  return showForm(context, { props, body, cookies }, (page) => confirmCardPage({ ...page, backUrl: callbackUrl }))
}

async function confirmProps(context: ActionContext, state: ConfirmState, callbackUrl: string) {
  const { query } = context
  const { methods, user, provider, address, attempt, required } = state
  const passkey = methods.includes("passkey") ? await requestOwnPasskey(context, user.id) : undefined
  const retryAfter = Number(query.get("retryAfter"))
  return {
    cookies: passkey?.cookies ?? [],
    props: {
      attempt,
      callbackUrl,
      url: confirmUrl(context, required),
      methods,
      method: oneOf(query.get("method"), methods),
      account: maskedAddress(user.email) ?? user.name ?? undefined,
      email: maskedAddress(address),
      codeSent: methods.includes("email") ? await wasCodeSent(context, state) : undefined,
      error: oneOf(query.get("error"), CONFIRM_ERRORS),
      retryAfter: retryAfter > 0 ? retryAfter : undefined,
      resent: query.has("resent"),
      provider: provider && { id: provider.id, name: providerName(provider, await messagesFor(context)) },
      passkeyOptions: passkey?.options,
    },
  }
}

/**
 * `POST confirm`: verifies one proof of the signed-in user, and gives the session a new token that keeps it. It never
 * switches the user. If another proof is required, it leads back to the page.
 */
export async function submitConfirm(context: ActionContext): Promise<Outcome> {
  const { body, query } = context
  const form = readForm(body, confirmForm)
  const callbackUrl = await returnTo(context, "/")
  const state = await loadConfirm(context, readRequired(query))
  const back = (error: ConfirmError | undefined, more: BackParameters = {}) =>
    backToConfirm(context, { required: readRequired(query), callbackUrl, error, ...more })
  if (!state) return sessionRequired(context, callbackUrl)
  // The session of another tab's user must not be confirmed with this user's proof
  if (form.attempt !== state.attempt) return back("AttemptExpired")
  if (proofsMeet(state.proofs, state.required, context.settings.now() / 1000))
    return { kind: "redirect", to: callbackUrl, status: 303 }
  const method = oneOf(form.method, state.methods) // whatever the form posts, only the user's useful methods count
  if (method === undefined) return back("InvalidCode")
  if (method === "email" && (form.resend || form.code === undefined)) return requestCode(context, { state, form, back })
  const { provider, attempt, required } = state
  if (method === "provider" && provider) return startConfirm(context, { provider, attempt, required, callbackUrl })
  const counted = await countConfirmTry(context, state, method)
  if (counted.kind === "session over") return endSession(context, state, callbackUrl)
  if (counted.kind === "wait") return back("RateLimited", { method, retryAfter: String(Math.ceil(counted.seconds)) })
  const proven = await (method === "password"
    ? checkPassword(context, state, form)
    : proveConfirm(context, state, { ...form, method, tries: counted.tries }))
  if ("wait" in proven) return back("RateLimited", { method, retryAfter: String(Math.ceil(proven.wait)) })
  if (!proven.proof) return back(method === "passkey" ? "WebAuthnVerificationError" : "InvalidCode", { method })
  return finishConfirm(context, state, { proof: proven.proof, callbackUrl, cookies: proven.cookies })
}

interface GivenProof {
  proof: Proof
  /** When the user gave it, in seconds since the epoch. @default now */
  at?: number | undefined
  callbackUrl: string
  cookies?: readonly SetCookie[] | undefined
}

/** Gives the session a new token with the proof. Leads on, or back if another proof is required. */
export async function finishConfirm(
  context: ActionContext,
  { session, required, user }: Pick<ConfirmState, "session" | "required" | "user">,
  { proof, at, callbackUrl, cookies = [] }: GivenProof,
): Promise<Outcome> {
  const { proofs, cookies: rotated } = await giveProof(context, session, { proof, at })
  await emit(context, { type: "stepUpCompleted", userId: user.id, method: proof.kind })
  const set = [...cookies, ...rotated]
  if (proofsMeet(proofs, required, context.settings.now() / 1000))
    return { kind: "redirect", status: 303, to: await checkReturn(context, callbackUrl), cookies: set }
  const to = withSearchParams(confirmUrl(context, required), context.site.origin, { callbackUrl })
  return { kind: "redirect", status: 303, to, step: "confirm", cookies: set }
}

interface CodeRequest {
  state: ConfirmState
  form: ConfirmForm
  back(error: ConfirmError | undefined, more?: BackParameters): Outcome
}

async function requestCode(context: ActionContext, { state, form, back }: CodeRequest): Promise<Outcome> {
  const isAnother = form.resend && (await wasCodeSent(context, state))
  const wait = await sendConfirmCode(context, state, `${confirmUrl(context, state.required)}&method=email`)
  if (wait !== undefined) return back("RateLimited", { method: "email", retryAfter: String(wait) })
  return back(undefined, { method: "email", resent: isAnother ? "1" : undefined })
}

/** Ends a session that guessed too often, and emails its user. The user must sign in again. */
async function endSession(context: ActionContext, { user }: ConfirmState, callbackUrl: string): Promise<Outcome> {
  const { cookies } = await context.sessions.end(context, await context.lookupSession())
  await emit(context, { type: "sessionRevoked", userId: user.id, method: "guesses" })
  if ((await countGuessNotice(context, user.id)) === 1) await notifyUser(context, user, { kind: "confirm-guesses" })
  const outcome = sessionRequired(context, callbackUrl)
  return { ...outcome, cookies: [...cookies, versionCookie(context)] }
}

function sessionRequired(context: ActionContext, callbackUrl: string): Outcome & { kind: "redirect" } {
  const error = "SessionRequired"
  return { kind: "redirect", to: pageUrl(context, "signIn", { callbackUrl, error }), status: 401, error }
}

interface BackOptions extends BackParameters {
  required: RequiredProofs
  callbackUrl: string
  error: ConfirmError | undefined
}

interface BackParameters {
  method?: ConfirmMethod
  resent?: string | undefined
  retryAfter?: string
}

/** Leads back to the page, with what happened. */
export function backToConfirm(context: ActionContext, { required, error, ...parameters }: BackOptions): Outcome {
  const to = withSearchParams(confirmUrl(context, required), context.site.origin, { error, ...parameters })
  const status = error === undefined ? 303 : error === "RateLimited" ? 429 : 401
  const retryAfter = Number(parameters.retryAfter ?? 0)
  return { kind: "redirect", to, status, ...(error && { error }), ...(retryAfter && { retryAfter }) }
}

/** Reads what the page's query requires. The server that asked decides in the end, so the query is only a hint. */
function readRequired(query: URLSearchParams): RequiredProofs {
  const maxAge = /^\d{1,9}$/.test(query.get("max_age") ?? "") ? Number(query.get("max_age")) : DEFAULT_MAX_AGE
  return {
    maxAge: Math.max(1, maxAge),
    factors: query.get("factors") === "2" ? 2 : 1,
    phishingResistant: query.get("phishing_resistant") === "1",
  }
}
