import { enrollTotpPage, recoveryCodesPage } from "../../../components/html/feature-pages.ts"
import * as v from "valibot"
import type { Bytes } from "../../core/crypto/bytes.ts"
import type { AdapterUser } from "../../adapters/contract.ts"
import { AuthError } from "../../errors.ts"
import { accountRecords, factorContext, listFactors } from "../../core/proofs/records.ts"
import { canEnroll } from "../../core/users/reclaim.ts"
import { emailFactorAdded } from "../../core/mailbox/method-emails.ts"
import { base32 } from "../../core/proofs/base32.ts"
import { openEnrollment } from "../../core/proofs/enrollment.ts"
import { beginTotp, confirmTotp, removeFactor } from "../../core/proofs/factors.ts"
import { qrCode } from "./qr-code.ts"
import { createTotpSecret, otpauthUrl, totpSecretText } from "../../core/proofs/totp.ts"
import { drawRecoveryCodes, issueRecoveryCodes } from "../../core/proofs/recovery-codes.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { readForm, shortText } from "../../core/request/form.ts"
import {
  addProof,
  changeAttempt,
  isUnstored,
  readAttempt,
  type Attempt,
  type AttemptState,
} from "../../core/steps/attempt.ts"
import { factorState } from "./factor-state.ts"
import { appSecret, verifyNewApp } from "./new-app.ts"
import type { FeatureStep } from "../../core/steps/row.ts"
import { proveMailboxStep } from "../../core/steps/prove-mailbox.ts"
import { backToStep, stepCard, stepCardProps } from "../../core/steps/step-page.ts"

const MAX_CODE = 64
const enrollForm = v.object({ code: v.optional(shortText(MAX_CODE)), name: v.optional(shortText(MAX_CODE), "") })

async function enrollment(context: ActionContext, state: AttemptState) {
  const { decision } = await factorState(context, state)
  return decision.kind === "enroll" ? decision : undefined
}

/**
 * Before an existing account enrolls its first factor, its owner proves the mailbox: a password may have leaked.
 */
export const proveMailboxToEnroll: FeatureStep = proveMailboxStep(
  async (context, state) => (await enrollment(context, state))?.proveMailbox ?? false,
)

/** Lets a user who must have a second factor set up an authenticator app. */
export const enrollTotpStep: FeatureStep = {
  id: "enroll-totp",
  needed: async (context, state) => (await enrollment(context, state)) !== undefined,
  async open(context, attempt) {
    if (isUnstored(attempt.state)) {
      const newApp = { secret: base32(createTotpSecret()) }
      return (await changeAttempt(context, attempt, { newApp })) ?? expired()
    }
    const started = await beginTotp(factorContext(context), owner(attempt))
    if (!started) throw new AuthError("InvalidRequest", "The user already has the most second factors")
    return (await changeAttempt(context, attempt, { enrollment: started.id })) ?? expired()
  },
  ...stepCard(enrollProps, (page) => enrollTotpPage(page)),
  async submit(context, attempt) {
    const { enrollment: id, user } = attempt.state
    const { code, name } = readForm(context.body, enrollForm)
    if (isUnstored(attempt.state)) return confirmNewApp(context, attempt, { code, name })
    const provenAddress = await findProvenAddress(context, attempt.state)
    const confirmed = { id, ...owner(attempt), code, name, provenAddress }
    const factor = await confirmTotp(factorContext(context), confirmed)
    if (!factor) return backToStep(context, enrollTotpStep.id, { error: "InvalidCode" })
    if (!(await readAttempt(context))) return removeLate(context, { userId: user.id, id: factor.id })
    await emailFactorAdded(context, user, { id: factor.id, factor: "totp" })
    const finished = await showNewCodes(context, { userId: user.id, factorId: factor.id })
    return (await addProof(context, attempt, { proof: { kind: "totp" }, ...finished })) ?? expired()
  },
}

// The user isn't stored yet, so the attempt keeps the app and its codes until then
async function confirmNewApp(
  context: ActionContext,
  attempt: Attempt,
  { code, name }: v.InferOutput<typeof enrollForm>,
): Promise<Attempt | Outcome> {
  const { newApp } = attempt.state
  const lastStep = newApp && (await verifyNewApp(context, newApp, code))
  if (!newApp || lastStep === undefined) return backToStep(context, enrollTotpStep.id, { error: "InvalidCode" })
  const recoveryCodes = drawRecoveryCodes()
  const confirmed = { name, createdAt: context.settings.now(), lastStep, recoveryCodes }
  const changes = { proof: { kind: "totp" }, newApp: { ...newApp, confirmed }, recoveryCodes } as const
  return (await addProof(context, attempt, changes)) ?? expired()
}

// A reset that ended the attempt meanwhile did not see this factor, which would keep the owner out
async function removeLate(context: ActionContext, added: { userId: string; id: string }): Promise<never> {
  await removeFactor(factorContext(context), added)
  return expired()
}

// A new user's address may be another person's, who can take the account over
async function findProvenAddress({ settings }: ActionContext, { user, proofs, isStored }: AttemptState) {
  const isProven =
    proofs.some(({ kind }) => kind === "email") || (isStored && (await canEnroll(settings, user as AdapterUser))) // a stored one
  return (isProven && user.email) || undefined
}

type FinishedEnrollment = Pick<AttemptState, "enrollment" | "recoveryCodes">

async function showNewCodes(
  context: ActionContext,
  { userId, factorId }: { userId: string; factorId: string },
): Promise<FinishedEnrollment> {
  const store = accountRecords(context)
  const { codes, withdraw } = await issueRecoveryCodes(store, { userId, now: context.settings.now() })
  // The link of the email may have removed the factor already, or a reset ended the attempt. Neither saw these codes
  if ((await readAttempt(context)) && (await store.getAccountRecord("factor", factorId)))
    return { enrollment: undefined, recoveryCodes: codes }
  await withdraw()
  return expired()
}

/**
 * Finishes the enrollment of an attempt whose process died after the app was confirmed. The user never saw the recovery
 * codes, so they get new ones.
 */
export async function finishEnrollment(
  context: ActionContext,
  attempt: Attempt,
): Promise<FinishedEnrollment | undefined> {
  const { enrollment: id, user } = attempt.state
  const enrolled = await openEnrollment(context.settings, { id, ...owner(attempt) })
  if (!enrolled) return undefined
  const { factorId } = enrolled
  const factors = await listFactors(factorContext(context), user.id)
  return factors.some((factor) => factor.id === factorId)
    ? showNewCodes(context, { userId: user.id, factorId })
    : undefined
}

/** Shows new recovery codes until the user has saved them. */
export const recoveryCodesStep: FeatureStep = {
  id: "recovery-codes",
  needed: (_context, { recoveryCodes }) => recoveryCodes !== undefined,
  ...stepCard(codesProps, (page) => recoveryCodesPage(page)),
  submit: async (context, attempt) =>
    (await changeAttempt(context, attempt, { recoveryCodes: undefined })) ?? expired(),
}

async function enrollProps(context: ActionContext, attempt: Attempt) {
  const { enrollment: id, user, newApp } = attempt.state
  const pending = newApp
    ? { secret: appSecret(newApp) }
    : await openEnrollment(context.settings, { id, ...owner(attempt) })
  if (!pending) throw new AuthError("AttemptExpired", "The enrollment is over")
  const { props, cookies } = await stepCardProps(context, attempt)
  const card = await totpCardProps(context, { user, secret: pending.secret })
  return { cookies, props: { ...props, ...card, required: true } }
}

/** Returns the props of the card that sets up an authenticator app: the QR code and the secret as text. */
export async function totpCardProps(
  { settings, site }: ActionContext,
  { user, secret }: { user: AttemptState["user"]; secret: Bytes },
) {
  const siteName = settings.siteName ?? new URL(site.origin).host
  const url = otpauthUrl({ secret, siteName, account: user.email ?? user.name ?? user.id })
  return { qr: await qrCode(url), secretText: totpSecretText(secret), otpauthUrl: url }
}

async function codesProps(context: ActionContext, attempt: Attempt) {
  const { props, cookies } = await stepCardProps(context, attempt)
  return { cookies, props: { ...props, codes: attempt.state.recoveryCodes ?? [] } }
}

// The enrollment belongs to this attempt, so no other sign-in and no session can confirm it
const owner = ({ record, state }: Attempt) => ({ userId: state.user.id, enrolledIn: record.id })

export function expired(): never {
  throw new AuthError("AttemptExpired", "Another request changed the attempt")
}
