import { shownAfterExpiry } from "../password/expired-form.ts"
import { FIRST_EPOCH } from "../../core/users/security-state.ts"
import { requireOpenSignUp } from "../../core/users/create-user.ts"
import { passkeySignUpProvider, type PasswordSettings } from "../../core/config/passwords.ts"
import { emailedParams } from "../../core/request/redirect-url.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { callBeforeAttempt } from "../../core/limits/attempt.ts"
import { rememberBrowser, emailIdentity } from "../../core/limits/identity.ts"
import { hashFormPassword } from "../password/stored-password.ts"
import { isInvitationToken } from "./invitations.ts"
import {
  clearPending,
  findByToken,
  isFromBrowser,
  readPendingBrowser,
  redeemPendingCode,
  storeOpenedToken,
  type Pending,
} from "../../core/mailbox/pending.ts"
import { emailSignUpAgain, requestProof } from "./email.ts"
import { acceptInvitation, showInvitation } from "./invitation.ts"
import {
  countEmail,
  formEmail,
  keepForm,
  rejectCode,
  rejectForm,
  requirePasswords,
  sendAgain,
  showPasswordPage,
  showSent,
  toPasswordPage,
} from "../password/pages.ts"
import { formValues, readProposal } from "./proposal.ts"
import { lazy } from "../../lazy.ts"
import { finishSignUp } from "./proven.ts"
import { keepTaken } from "./taken-fields.ts"

const loadPasskeySignUp = () => import("./passkey.ts")
const showNewPasskey = lazy(loadPasskeySignUp, "showNewPasskey")
const signUpWithPasskey = lazy(loadPasskeySignUp, "signUpWithPasskey")

const PAGE = "sign-up"

/** `GET sign-up`: the form, what to do after the email, or the page of the emailed link. Changes nothing. */
export async function showSignUp(context: ActionContext): Promise<Outcome> {
  const { query } = context
  const openedToken = emailedParams(context).get("token")
  if (openedToken !== null)
    return toPasswordPage(context, PAGE, { status: "confirm" }, [await storeOpenedToken(context, PAGE, openedToken)])
  const browser = await readPendingBrowser(context, PAGE)
  if (query.get("status") === "confirm" && isInvitationToken(browser.token))
    return showInvitation(context, browser.token)
  const passkeys = passkeySignUpProvider(context.settings)
  if (passkeys && query.get("status") === "passkey") return showNewPasskey(context, passkeys)
  requireOpenSignUp(context.settings)
  if (query.get("status") === "confirm") return showLink(context, browser.token)
  if (query.get("status") === "sent" && browser.email !== undefined) return showSent(context, PAGE, browser.email)
  return showPasswordPage(context, PAGE, await shownAfterExpiry(context))
}

async function showLink(context: ActionContext, token: string | undefined): Promise<Outcome> {
  const pending = await findByToken(context, PAGE, token)
  if (!pending) return showPasswordPage(context, PAGE, { error: "Verification" }, { cookies: clearPending(context) })
  const { email } = pending.data
  const needsPassword = !isForPasskey(context, pending) && !(await isFromBrowser(context, pending))
  const status = needsPassword ? "form" : "confirm"
  return showPasswordPage(context, PAGE, { status, email, token, ...(await shownAfterExpiry(context)) })
}

/** `POST sign-up`: asks for an account, sends the email again, or proves the mailbox with a link or a code. */
export async function signUp(context: ActionContext): Promise<Outcome> {
  const passkeys = passkeySignUpProvider(context.settings)
  if (passkeys && (await isPasskeySignUp(context))) return signUpWithPasskey(context, passkeys)
  const passwords = requirePasswords(context)
  const { code, token, resend } = context.body.fields
  if (isInvitationToken(token)) return acceptInvitation(context, passwords, token)
  requireOpenSignUp(context.settings)
  if (resend)
    return sendAgain(context, PAGE, { purpose: PAGE, send: (...again) => emailSignUpAgain(context, ...again) })
  if (code !== undefined) return confirmByCode(context, passwords, code)
  if (token !== undefined) return confirmByLink(context, passwords, token)
  const shown = { values: formValues(context, passwords) }
  return keepForm(context, { page: PAGE, shown }, () => requestAccount(context, passwords))
}

const isForPasskey = ({ settings }: ActionContext, { data }: Pending): boolean =>
  settings.passwords === undefined || data.hash === undefined

// Beside `Password()`, the button decides how a sign-up starts. Then the stored sign-up decides, and no field: a code
// or a link never makes a sign-up with a password another one
async function isPasskeySignUp(context: ActionContext): Promise<boolean> {
  const { code, token, data, passkey } = context.body.fields
  if (!context.settings.passwords || data !== undefined) return true
  if (isInvitationToken(token)) return false
  if (code === undefined && token === undefined) return passkey !== undefined
  const pending =
    code === undefined ? await findByToken(context, PAGE, token) : (await readPendingBrowser(context, PAGE)).pending
  return pending !== undefined && isForPasskey(context, pending)
}

// Everything is checked before the address is looked up, and every address costs the same
async function requestAccount(context: ActionContext, passwords: PasswordSettings): Promise<Outcome> {
  await callBeforeAttempt(context, PAGE)
  const email = formEmail(context)
  const form = await readProposal(context, passwords, email)
  if (email === null || "fieldErrors" in form)
    return rejectForm(context, PAGE, {
      fieldErrors: {
        ...("fieldErrors" in form && form.fieldErrors),
        ...(email === null && { email: ["InvalidEmail"] }),
      },
      values: formValues(context, passwords),
    })
  const retryAfter = await countEmail(context, email)
  if (retryAfter !== undefined) return rejectForm(context, PAGE, { error: "RateLimited", retryAfter, email })
  const hash = await hashFormPassword(context, passwords, form.password)
  return requestProof(context, { email, hash, fields: form.fields })
}

async function confirmByCode(context: ActionContext, passwords: PasswordSettings, code: string): Promise<Outcome> {
  const { pending, email } = await readPendingBrowser(context, PAGE)
  const proven = pending && (await redeemPendingCode(context, pending, code))
  if (!proven) return rejectCode(context, PAGE, email)
  const { hash, fields } = proven.data
  return finish(context, passwords, { pending: proven, hash, fields })
}

// A link may be opened by the mailbox's owner on another device. They never bless a stranger's password
async function confirmByLink(context: ActionContext, passwords: PasswordSettings, token: string): Promise<Outcome> {
  const pending = await findByToken(context, PAGE, token)
  if (!pending) return rejectForm(context, PAGE, { error: "Verification" }, clearPending(context))
  const { email, hash, fields } = pending.data
  if (await isFromBrowser(context, pending)) return finish(context, passwords, { pending, hash, fields })
  const shown = { token, email, values: formValues(context, passwords) }
  return keepForm(context, { page: PAGE, shown }, async () => {
    const form = await readProposal(context, passwords, email)
    if ("fieldErrors" in form) return rejectForm(context, PAGE, { ...form, ...shown })
    const chosen = await hashFormPassword(context, passwords, form.password)
    return finish(context, passwords, { pending, hash: chosen, fields: form.fields })
  })
}

interface ProvenPassword {
  pending: Pending
  hash: string | undefined
  fields: Readonly<Record<string, string>> | undefined
}

async function finish(
  context: ActionContext,
  { provider }: PasswordSettings,
  { pending, hash, fields = {} }: ProvenPassword,
): Promise<Outcome> {
  const { email, callbackUrl } = pending.data
  if (hash === undefined) return rejectForm(context, PAGE, { error: "Verification" }, clearPending(context))
  const account = { provider: provider.id, providerAccountId: email, type: "credentials" } as const
  const signedInCookies = await rememberBrowser(context, emailIdentity(context.settings, provider, email))
  const signUp = { kind: "password", pending: pending.record.id, email, account, hash, fields } as const
  return keepTaken(context, { values: { ...fields, email } }, () =>
    finishSignUp(context, { provider, signUp, callbackUrl, epoch: FIRST_EPOCH, signedInCookies }),
  )
}
