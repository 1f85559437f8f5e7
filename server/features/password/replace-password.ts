import { password as english } from "../../../components/view/messages/en.ts"
import { withOverrides } from "../../../components/view/messages/fill.ts"
import { resetPasswordPage } from "../../../components/html/feature-pages.ts"
import { endCredentialsAndLinks } from "../../core/methods/end-credentials.ts"
import { accountRecords } from "../../core/proofs/records.ts"
import type { PasswordSettings } from "../../core/config/passwords.ts"
import type { Settings } from "../../core/config/settings.ts"
import { AuthError } from "../../errors.ts"
import { loadPassword } from "../../core/users/security-state.ts"
import { writePassword, inHashQueue, type PasswordFieldError, readNewPassword } from "./stored-password.ts"
import type { Proof } from "../../core/request/proofs.ts"
import { emit } from "../../core/request/emit.ts"
import { messagesFor } from "../../core/request/language.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { renderPage } from "../../core/pages/render.ts"
import { emailPasswordChange } from "../../core/mailbox/account-email.ts"
import { isPassword } from "./sign-in.ts"
import { changeAttempt, type Attempt } from "../../core/steps/attempt.ts"
import type { FeatureStep } from "../../core/steps/row.ts"
import { proveMailboxStep } from "../../core/steps/prove-mailbox.ts"
import { backToStep, stepCardProps } from "../../core/steps/step-page.ts"

const ID = "replace-password"

/** Returns whether the user proved more than the password, which others know too. */
const isOwnerProven = (proofs: readonly Proof[]): boolean => proofs.some(({ kind }) => kind !== "password")

/** The owner of a compromised password proves the mailbox before they replace it. */
const proveMailboxToReplace: FeatureStep = proveMailboxStep(
  (_context, { compromised, proofs }) => compromised === true && !isOwnerProven(proofs),
)

/**
 * Lets a user replace a password that is in a known breach, before the session opens. A second factor or the mailbox
 * was proven first, so that an attacker with the password can't choose the next one.
 */
const replacePasswordStep: FeatureStep = {
  id: ID,
  needed: (_context, { compromised }) => compromised === true,
  props: replaceProps,
  show: (context, attempt) => showForm(context, attempt),
  async submit(context, attempt) {
    const passwords = context.settings.passwords
    const { user, proofs, epoch } = attempt.state
    if (!passwords || !isOwnerProven(proofs))
      throw new AuthError("AttemptExpired", "A compromised password is replaced only after another proof")
    const replacement = await hashReplacement(context, attempt, passwords).catch(busyProblem)
    if (replacement === "ServerBusy") return backToStep(context, ID, { error: replacement, retryAfter: "2" })
    if (typeof replacement === "string") return rejectPassword(context, attempt, replacement)
    const { hash } = replacement
    const byEmail = !proofs.some(({ kind }) => kind !== "password" && kind !== "email")
    const now = context.settings.now()
    const next = await writePassword(accountRecords(context), { userId: user.id, hash, byEmail, epoch, now })
    if (next === undefined) return expired()
    const ended = { id: user.id, email: user.email ?? "" }
    await endCredentialsAndLinks(context, ended, { keepsAttempts: true }) // this one goes on in the new epoch
    await emit(context, { type: "passwordChanged", userId: user.id })
    await emailPasswordChange(context, user, "password-changed")
    // The cookie of a known browser belongs to the old password
    return (
      (await changeAttempt(context, attempt, { epoch: next, compromised: undefined, signedInCookies: [] })) ?? expired()
    )
  },
}

/** The steps of a password that is in a known breach. */
export async function passwordSteps(settings: Settings): Promise<readonly FeatureStep[]> {
  return settings.passwords?.breachCheck ? [proveMailboxToReplace, replacePasswordStep] : []
}

/** Returns the hash of the new password, or why it is rejected. */
async function hashReplacement(
  context: ActionContext,
  { state: { user } }: Attempt,
  passwords: PasswordSettings,
): Promise<{ hash: string } | Problem> {
  const words = [user.email, user.name]
  const typed = await readNewPassword(context, passwords, { typed: context.body.fields["password"], words })
  if (typeof typed === "string") return typed
  const stored = await loadPassword(accountRecords(context), user.id)
  if (stored?.hash && (await isPassword(passwords, { typed, stored }))) return "PasswordUnchanged"
  const client = { key: `user ${user.id}`, known: true }
  return { hash: await inHashQueue(() => passwords.hasher.hash(typed, client)) }
}

function busyProblem(thrown: unknown): "ServerBusy" {
  if (thrown instanceof AuthError && thrown.type === "ServerBusy") return thrown.type
  throw thrown
}

type Problem = PasswordFieldError | "PasswordUnchanged"

async function rejectPassword(context: ActionContext, attempt: Attempt, problem: Problem): Promise<Outcome> {
  const fieldErrors = { password: [problem] }
  if (context.wants === "page") return showForm(context, attempt, fieldErrors)
  const url = `${context.site.url}/step/${ID}`
  const body = { url, step: ID, error: "InvalidForm", failed: true, fieldErrors, formErrors: [] }
  return { kind: "json", status: 400, body }
}

async function showForm(
  context: ActionContext,
  attempt: Attempt,
  fieldErrors?: Readonly<Record<string, readonly Problem[]>>,
): Promise<Outcome> {
  const { props, cookies } = await replaceProps(context, attempt)
  const email = attempt.state.user.email ?? undefined
  const { account: _, ...shared } = props
  const { breached } = withOverrides(english, (await messagesFor(context)).password)
  const state = fieldErrors ? { fieldErrors } : props.error ? {} : { formErrors: [breached] }
  return renderPage(
    context,
    (page) => resetPasswordPage({ ...page, ...shared, ...state, email, action: `${context.site.url}/step/${ID}` }),
    { cookies, ...(fieldErrors && { status: 400 }) },
  )
}

async function replaceProps(context: ActionContext, attempt: Attempt) {
  const { props, cookies } = await stepCardProps(context, attempt)
  return { cookies, props: { ...props, minLength: context.settings.passwords?.minLength } }
}

function expired(): never {
  throw new AuthError("AttemptExpired", "Another request changed the password or the attempt")
}
