import { shownAfterExpiry } from "./expired-form.ts"
import { cancelResets } from "../../core/mailbox/pending-email.ts"
import type { AdapterUser } from "../../adapters/contract.ts"
import { accountRecords } from "../../core/proofs/records.ts"
import { endCredentialsAndLinks } from "../../core/methods/end-credentials.ts"
import { FIRST_EPOCH, securityEpoch } from "../../core/users/security-state.ts"
import { hashFormPassword, writePassword, readNewPassword } from "./stored-password.ts"
import type { PasswordSettings } from "../../core/config/passwords.ts"
import { emit } from "../../core/request/emit.ts"
import { emailedParams, pageUrl } from "../../core/request/redirect-url.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { userById, userStore } from "../../core/users/users.ts"
import { emailPasswordChange } from "../../core/mailbox/account-email.ts"
import { callBeforeAttempt } from "../../core/limits/attempt.ts"
import {
  clearPending,
  createPending,
  findByToken,
  readPendingBrowser,
  redeemPendingCode,
  storeOpenedToken,
  takePending,
  type Pending,
  type PendingEmail,
} from "../../core/mailbox/pending.ts"
import { proveMailbox } from "../../core/mailbox/prove-mailbox.ts"
import { emailReset, mayGetReset } from "./reset-email.ts"
import { findPassword } from "./sign-in.ts"
import { PASSWORD_CHANGED } from "../../core/pages/sign-in-props.ts"
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
} from "./pages.ts"

const FORGOT = "forgot-password"
const RESET = "reset-password"
const MAX_EMAIL = 254 // characters

/** `GET forgot-password`: the form for the address, or what to do after the email. */
export async function showForgotPassword(context: ActionContext): Promise<Outcome> {
  const { query } = context
  const { email } = await readPendingBrowser(context, RESET)
  if (query.get("status") === "sent" && email !== undefined) return showSent(context, FORGOT, email)
  const isGone = query.get("error") === "Verification"
  return showPasswordPage(context, FORGOT, isGone ? { error: "Verification" } : await shownAfterExpiry(context))
}

/** `POST forgot-password`: emails a link and a code. The response is the same for every address. */
export async function forgotPassword(context: ActionContext): Promise<Outcome> {
  const { resend, email = "" } = context.body.fields
  if (resend) return sendAgain(context, FORGOT, { purpose: RESET, send: (...again) => emailAgain(context, ...again) })
  const shown = { values: { email: email.slice(0, MAX_EMAIL) } }
  return keepForm(context, { page: FORGOT, shown }, () => requestReset(context))
}

async function requestReset(context: ActionContext): Promise<Outcome> {
  await callBeforeAttempt(context, FORGOT)
  const email = formEmail(context)
  if (email === null) return rejectForm(context, FORGOT, { fieldErrors: { email: ["InvalidEmail"] } })
  const retryAfter = await countEmail(context, email)
  if (retryAfter !== undefined) return rejectForm(context, FORGOT, { error: "RateLimited", retryAfter, email })
  const { user: found, stored } = await findPassword(context, email)
  const user = mayGetReset(context, stored) ? found : null
  // A decoy has the address in place of a user, so that deleting it takes as long
  const userId = user?.id ?? email
  // Only the newest email works
  await cancelResets(context, userId)
  const epoch = stored?.epoch ?? FIRST_EPOCH
  const created = await createPending(context, { purpose: RESET, userId, email, epoch, decoy: user === null })
  // The address as it is stored, so that a text that only looks the same gets nothing
  emailReset(context, { email, secrets: created.email, find: async () => user?.email })
  return toPasswordPage(context, FORGOT, { status: "sent" }, created.cookies)
}

function emailAgain(context: ActionContext, pending: Pending, secrets: PendingEmail): void {
  const find = async () => (await findPendingUser(context, pending))?.email
  emailReset(context, { email: pending.data.email, secrets, find })
}

/** `GET reset-password`: the form for the new password, after a link or a code. Changes nothing. */
export async function showResetPassword(context: ActionContext): Promise<Outcome> {
  const openedToken = emailedParams(context).get("token")
  if (openedToken !== null)
    return toPasswordPage(context, RESET, {}, [await storeOpenedToken(context, RESET, openedToken)])
  const provenReset = await findProven(context, undefined)
  if (!provenReset) return toPasswordPage(context, FORGOT, { error: "Verification" }, clearPending(context))
  const { pending, token } = provenReset
  return showPasswordPage(context, RESET, { token, email: pending.data.email, ...(await shownAfterExpiry(context)) })
}

/** `POST reset-password`: checks the code, or sets the new password. It signs no one in. */
export async function resetPassword(context: ActionContext): Promise<Outcome> {
  const passwords = requirePasswords(context)
  const { code, token, password } = context.body.fields
  if (code !== undefined && password === undefined) return enterCode(context, code)
  const provenReset = await findProven(context, token)
  if (!provenReset) return rejectForm(context, FORGOT, { error: "Verification" })
  const shown = { token: provenReset.token, email: provenReset.pending.data.email }
  const input = { pending: provenReset.pending, password, shown }
  return keepForm(context, { page: RESET, shown }, () => storeReset(context, passwords, input))
}

async function storeReset(
  context: ActionContext,
  passwords: PasswordSettings,
  {
    pending,
    password,
    shown,
  }: { pending: Pending; password: string | undefined; shown: { token: string | undefined; email: string } },
): Promise<Outcome> {
  const user = await findPendingUser(context, pending)
  const words = [pending.data.email, user?.name]
  const typed = await readNewPassword(context, passwords, { typed: password, words })
  if (typeof typed === "string") return rejectForm(context, RESET, { ...shown, fieldErrors: { password: [typed] } })
  const hash = await hashFormPassword(context, passwords, typed)
  if (!user || !(await setByEmail(context, { user, pending, hash })))
    return rejectForm(context, FORGOT, { error: "Verification" }, clearPending(context))
  return {
    kind: "redirect",
    status: 303,
    to: pageUrl(context, "signIn", PASSWORD_CHANGED),
    cookies: clearPending(context),
  }
}

async function enterCode(context: ActionContext, code: string): Promise<Outcome> {
  const { pending, email } = await readPendingBrowser(context, RESET)
  const proven = pending && (await redeemPendingCode(context, pending, code))
  if (!proven) return rejectCode(context, FORGOT, email)
  return toPasswordPage(context, RESET, {}, [])
}

/** Returns the reset that a link stands for, or that this browser proved with a code. */
async function findProven(
  context: ActionContext,
  token: string | undefined,
): Promise<{ pending: Pending; token: string | undefined } | undefined> {
  const browser = await readPendingBrowser(context, RESET)
  const ownCode = browser.pending?.data.proven ? { pending: browser.pending, token: undefined } : undefined
  // Another site may have opened the link of another account in this browser since it showed the form
  if (context.method === "POST" && token === undefined && ownCode) return ownCode
  const shown = token ?? browser.token
  const byLink = await findByToken(context, RESET, shown)
  if (byLink) return { pending: byLink, token: shown }
  return ownCode
}

// The record names the user, and nothing in the form does
async function findPendingUser({ settings }: ActionContext, { record, data }: Pending): Promise<AdapterUser | null> {
  const user = record.userId === null || data.decoy ? null : await userById(userStore(settings), record.userId)
  return user && normalizeEmail(user.email) === data.email ? user : null
}

interface Reset {
  user: AdapterUser
  pending: Pending
  hash: string
}

/**
 * Sets the password. Uses the link up first, and ends everything that belongs to the old password in the write that
 * sets the new one. Returns `false` if another reset or change was faster.
 */
async function setByEmail(context: ActionContext, { user, pending, hash }: Reset): Promise<boolean> {
  const { settings } = context
  const userId = user.id
  if (!(await takePending(context, pending))) return false
  const expected = pending.data.epoch ?? FIRST_EPOCH
  if ((await securityEpoch(settings, userId)) !== expected) return false
  const { wasReclaimed } = await proveMailbox(context, user)
  const epoch = wasReclaimed ? await securityEpoch(settings, userId) : expected
  const written = await writePassword(accountRecords(context), {
    userId,
    hash,
    byEmail: true,
    epoch,
    now: settings.now(),
  })
  if (written === undefined) return false
  await emit(context, { type: "passwordReset", userId, method: "email" })
  await endCredentialsAndLinks(context, { id: userId, email: pending.data.email })
  await emailPasswordChange(context, user, "password-changed")
  return true
}
