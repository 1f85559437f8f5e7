import { createPasskeyPage } from "../../../components/html/feature-pages.ts"
import type { SetCookie } from "../../core/cookies/options.ts"
import { AuthError } from "../../errors.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import type { WebAuthnConfig } from "../../providers/types.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { showForm } from "../../core/pages/form.ts"
import { requestNewPasskey, verifyNewPasskey } from "../passkeys/new-user.ts"
import { callBeforeAttempt } from "../../core/limits/attempt.ts"
import {
  clearPending,
  findByToken,
  readPendingBrowser,
  redeemPendingCode,
  type Pending,
} from "../../core/mailbox/pending.ts"
import { provePending } from "../../core/mailbox/prove-pending.ts"
import { emailSignUpAgain, requestProof } from "./email.ts"
import { logError } from "../../core/failures/outcome.ts"
import {
  countEmail,
  formEmail,
  keepForm,
  rejectCode,
  rejectForm,
  sendAgain,
  showPasswordPage,
  toPasswordPage,
} from "../password/pages.ts"
import { finishSignUp } from "./proven.ts"

const PAGE = "sign-up"

/** `POST sign-up` with passkeys: asks for an account, proves the mailbox, or creates the account with its passkey. */
export async function signUpWithPasskey(context: ActionContext, provider: WebAuthnConfig): Promise<Outcome> {
  const { code, token, resend, data } = context.body.fields
  if (resend)
    return sendAgain(context, PAGE, { purpose: PAGE, send: (...again) => emailSignUpAgain(context, ...again) })
  if (code !== undefined) return confirmByCode(context, code)
  if (token !== undefined) return confirmByLink(context, token)
  if (data !== undefined) return createAccount(context, provider, data)
  const shown = { values: typedEmail(context) }
  return keepForm(context, { page: PAGE, shown }, () => requestAccount(context))
}

const typedEmail = ({ body }: ActionContext) => ({ email: (body.fields["email"] ?? "").slice(0, 254) })

async function requestAccount(context: ActionContext): Promise<Outcome> {
  await callBeforeAttempt(context, PAGE)
  const email = formEmail(context)
  if (email === null) {
    const values = typedEmail(context)
    return rejectForm(context, PAGE, { fieldErrors: { email: ["InvalidEmail"] }, values })
  }
  const retryAfter = await countEmail(context, email)
  if (retryAfter !== undefined) return rejectForm(context, PAGE, { error: "RateLimited", retryAfter, email })
  return requestProof(context, { email })
}

async function confirmByCode(context: ActionContext, code: string): Promise<Outcome> {
  const { pending, email } = await readPendingBrowser(context, PAGE)
  const proven = pending && (await redeemPendingCode(context, pending, code))
  return proven ? toNewPasskey(context, []) : rejectCode(context, PAGE, email)
}

async function confirmByLink(context: ActionContext, token: string): Promise<Outcome> {
  const pending = await findByToken(context, PAGE, token)
  const cookies = pending && (await provePending(context, pending))
  if (cookies) return toNewPasskey(context, cookies)
  return rejectForm(context, PAGE, { error: "Verification" }, clearPending(context))
}

const toNewPasskey = (context: ActionContext, cookies: readonly SetCookie[]) => ({
  ...toPasswordPage(context, PAGE, { status: "passkey" }, cookies),
  step: "passkey",
})

/** `GET sign-up?status=passkey`: the page that creates the passkey of a proven address. */
export async function showNewPasskey(context: ActionContext, provider: WebAuthnConfig): Promise<Outcome> {
  const pending = await provenPending(context)
  if (!pending) return showPasswordPage(context, PAGE, { error: "AttemptExpired" })
  return newPasskeyPage(context, { provider, pending })
}

async function provenPending(context: ActionContext): Promise<Pending | undefined> {
  const { pending } = await readPendingBrowser(context, PAGE)
  if (!pending?.data.proven || pending.data.decoy) return undefined
  return pending.data.hash === undefined ? pending : undefined // a sign-up with a password creates no passkey
}

interface NewPasskeyState {
  provider: WebAuthnConfig
  pending: Pending
  error?: string
}

async function newPasskeyPage(context: ActionContext, { provider, pending, error }: NewPasskeyState): Promise<Outcome> {
  const { site } = context
  const { email } = pending.data
  const { options, cookies } = await requestNewPasskey(context, provider, { id: pending.record.id, email })
  const props = { passkeyOptions: options, error, basePath: site.basePath }
  const body = { ...props, email, status: "passkey" }
  const status = error === undefined ? 200 : 400
  return showForm({ ...context, action: PAGE }, { props, body, status, cookies }, (page) => createPasskeyPage(page))
}

async function createAccount(context: ActionContext, provider: WebAuthnConfig, data: string): Promise<Outcome> {
  const pending = await provenPending(context)
  if (!pending) return rejectForm(context, PAGE, { error: "AttemptExpired" }, clearPending(context))
  try {
    const { id } = pending.record
    const { email, callbackUrl } = pending.data
    const { newPasskey, cookies } = await verifyNewPasskey(context, provider, { pending: id, data })
    const { providerAccountId } = newPasskey
    const account = { provider: provider.id, providerAccountId, type: "webauthn" } as const
    const signUp = { kind: "passkey", pending: id, email, account, newPasskey } as const
    return await finishSignUp(context, { provider, signUp, callbackUrl, cookies })
  } catch (thrown) {
    if (!(thrown instanceof AuthError) || thrown.type !== "WebAuthnVerificationError") throw thrown
    logError(thrown, context.settings.logger, { action: context.action })
    if (context.wants === "json") return rejectForm(context, PAGE, { error: thrown.type })
    return newPasskeyPage(context, { provider, pending, error: thrown.type })
  }
}
