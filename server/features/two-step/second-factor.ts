import * as v from "valibot"
import { factorContext, type FactorTries } from "../../core/proofs/records.ts"
import {
  markPasskeyFactorUsed,
  MAX_ASSERTION,
  requestOwnPasskey,
  verifyOwnPasskey,
} from "../../core/proofs/own-passkey.ts"
import { factorMethods, verifyFactorCode, type FactorMethod } from "../../core/proofs/user-factors.ts"
import type { Proof } from "../../core/request/proofs.ts"
import { checked, oneOf, readForm, shortText, text } from "../../core/request/form.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { addProof, withProof, type Attempt } from "../../core/steps/attempt.ts"
import { redeemCode, sendCode } from "../../core/steps/email-codes.ts"
import { enrollTotpStep, expired, finishEnrollment, proveMailboxToEnroll, recoveryCodesStep } from "./enroll.ts"
import { countTry, factorState, keepFactors, type FactorState } from "./factor-state.ts"
import type { FeatureStep } from "../../core/steps/row.ts"
import { secondFactorPage } from "../../../components/html/feature-pages.ts"
import { backToStep, stepCard, stepCardProps } from "../../core/steps/step-page.ts"
import { maskedAddress } from "../../core/request/language.ts"

/** Longer than any code as a user types it. */
const MAX_CODE = 256

const factorForm = v.object({
  method: v.optional(text),
  code: v.optional(shortText(MAX_CODE)),
  /** The response of an authenticator, as JSON. */
  data: v.optional(shortText(MAX_ASSERTION)),
  trust: checked,
  resend: checked,
})

type FactorForm = v.InferOutput<typeof factorForm>

const ID = "second-factor"
const ONE_DAY = 24 * 60 * 60

/** Asks a user with two-step verification for a second factor. */
const secondFactorStep: FeatureStep = {
  id: ID,
  async needed(context, state) {
    const { decision, trusted } = await factorState(context, state)
    return decision.kind === "verify" && !trusted
  },
  ...stepCard(secondFactorProps, (page) => secondFactorPage(page)),
  async submit(context, attempt) {
    const form = readForm(context.body, factorForm)
    const factors = await factorState(context, attempt.state)
    const method = oneOf(form.method, factorMethods(factors.facts)) // whatever the form posts, the policy decides
    const trust = form.trust ? "1" : undefined
    if (method === undefined) return backToStep(context, ID, { error: "InvalidCode" })
    if (method === "email" && (form.resend || form.code === undefined))
      return requestCode(context, attempt, factors, form.resend)
    const counted = await countTry(context, attempt.state, { method, factors })
    if (counted.wait !== undefined)
      return backToStep(context, ID, { error: "RateLimited", method, trust, retryAfter: String(counted.wait) })
    const proven = await prove(context, attempt, { method, factors, form, tries: counted.tries })
    const error = method === "passkey" ? "WebAuthnVerificationError" : "InvalidCode"
    if (!proven) return backToStep(context, ID, { error, method, trust })
    const { proof, attempt: current } = proven
    const enrolled = await finishEnrollment(context, current)
    const changes = { proof, trust: trust !== undefined, ...enrolled }
    if (method !== "totp" || enrolled) return (await addProof(context, current, changes)) ?? expired()
    // The app shows the next code soon, so a request that fails from here on costs the user no more than that
    keepFactors(context, current.state, factors.stored)
    return withProof(current, changes)
  },
}

/** The steps of two-step verification. */
export async function twoStepSteps(): Promise<readonly FeatureStep[]> {
  return [secondFactorStep, proveMailboxToEnroll, enrollTotpStep, recoveryCodesStep]
}

async function secondFactorProps(context: ActionContext, attempt: Attempt) {
  const { settings, query } = context
  const { facts } = await factorState(context, attempt.state)
  const methods = factorMethods(facts)
  const { props, cookies } = await stepCardProps(context, attempt)
  const methodName = query.get("method") ?? undefined
  const method = methodName === "list" ? ("list" as const) : oneOf(methodName, methods)
  const passkey = methods.includes("passkey") ? await requestOwnPasskey(context, attempt.state.user.id) : undefined
  const { trustMaxAge } = settings.secondFactor ?? {}
  return {
    cookies: [...cookies, ...(passkey?.cookies ?? [])],
    props: {
      ...props,
      methods,
      method,
      email: maskedAddress(facts.emailCode.address),
      resent: query.has("resent"),
      canTrust: trustMaxAge !== undefined,
      trustDays: Math.round((trustMaxAge ?? 0) / ONE_DAY),
      trust: query.has("trust"),
      passkeyOptions: passkey?.options,
    },
  }
}

interface TypedProof {
  method: FactorMethod
  factors: FactorState
  form: FactorForm
  tries: FactorTries | undefined
}

type Verified = { proof: Proof; attempt: Attempt }

/** Verifies a factor of the attempt's user. Nothing in the form says whose factor it is. */
async function prove(
  context: ActionContext,
  attempt: Attempt,
  { method, factors, form: { code, data }, tries }: TypedProof,
): Promise<Verified | undefined> {
  const { user } = attempt.state
  switch (method) {
    case "totp":
    case "recovery": {
      const { records } = factors.stored
      const proof = await verifyFactorCode(factorContext(context), { userId: user.id, method, code, tries, records })
      return proof && { proof, attempt }
    }
    case "email": {
      const { address = "" } = factors.facts.emailCode
      const redeemed = await redeemCode(context, attempt, { address, code })
      return redeemed && { proof: { kind: "email" }, attempt: redeemed }
    }
    case "passkey": {
      const proof = await verifyPasskey(context, attempt, data)
      return proof && { proof, attempt }
    }
  }
}

async function requestCode(
  context: ActionContext,
  attempt: Attempt,
  { facts }: FactorState,
  again: boolean,
): Promise<Outcome> {
  const { address = "" } = facts.emailCode
  const url = `${context.site.url}/step/${ID}?method=email`
  const sentCode = await sendCode(context, attempt, { address, url })
  if ("wait" in sentCode)
    return backToStep(context, ID, { error: "RateLimited", method: "email", retryAfter: String(sentCode.wait) })
  return backToStep(context, ID, { method: "email", resent: again ? "1" : undefined })
}

/** Verifies a passkey of the attempt's user, and stores that it was used. */
async function verifyPasskey(
  context: ActionContext,
  { state }: Attempt,
  data: string | undefined,
): Promise<Proof | undefined> {
  const verified = await verifyOwnPasskey(context, state.user.id, data)
  if (!verified) return undefined
  const { credentialID: credentialId } = verified.passkey
  await markPasskeyFactorUsed(factorContext(context), { userId: state.user.id, credentialId })
  return verified.proof
}
