import { shownAfterExpiry } from "../password/expired-form.ts"
import type { PasswordSettings } from "../../core/config/passwords.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { pageUrl } from "../../core/request/redirect-url.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { userByEmail, userStore } from "../../core/users/users.ts"
import { rememberBrowser, emailIdentity } from "../../core/limits/identity.ts"
import { hashFormPassword } from "../password/stored-password.ts"
import { findInvitation, isOpenFor, type Invitation } from "./invitations.ts"
import { clearPending } from "../../core/mailbox/pending.ts"
import { keepForm, rejectForm, showPasswordPage } from "../password/pages.ts"
import { formValues, readProposal } from "./proposal.ts"
import { finishSignUp } from "./proven.ts"
import { keepTaken } from "./taken-fields.ts"

const PAGE = "sign-up"

/** The page of an invitation's link. It changes nothing. */
export async function showInvitation(context: ActionContext, token: string): Promise<Outcome> {
  const invitation = await findInvitation(context, token)
  if (!invitation) return rejectInvitation(context)
  const { email } = invitation
  const owner = await userByEmail(userStore(context.settings), email)
  if (owner?.emailVerified) return toSignIn(context)
  if (!(await isOpenFor(context, invitation, owner))) return rejectInvitation(context)
  return showPasswordPage(context, PAGE, {
    status: "form",
    email,
    token,
    invited: true,
    ...(await shownAfterExpiry(context)),
  })
}

/** Creates the account of an invited user, who chooses the password, and signs in. */
export async function acceptInvitation(
  context: ActionContext,
  passwords: PasswordSettings,
  token: string,
): Promise<Outcome> {
  const invitation = await findInvitation(context, token)
  if (!invitation) return rejectInvitation(context)
  const { email } = invitation
  const owner = await userByEmail(userStore(context.settings), email)
  if (!(await isOpenFor(context, invitation, owner))) return rejectInvitation(context)
  const shown = { token, email, invited: true, values: formValues(context, passwords) }
  return keepForm(context, { page: PAGE, shown }, async () => {
    const form = await readProposal(context, passwords, email)
    if ("fieldErrors" in form) return rejectForm(context, PAGE, { ...form, ...shown })
    const hash = await hashFormPassword(context, passwords, form.password)
    return keepTaken(context, shown, () =>
      signInInvited(context, passwords, { invitation, token, hash, fields: form.fields }),
    )
  })
}

interface AcceptedInvitation {
  invitation: Invitation
  token: string
  hash: string
  fields: Readonly<Record<string, string>>
}

async function signInInvited(
  context: ActionContext,
  { provider }: PasswordSettings,
  { invitation: { email, data }, token, hash, fields }: AcceptedInvitation,
): Promise<Outcome> {
  const account = { provider: provider.id, providerAccountId: email, type: "credentials" } as const
  return finishSignUp(context, {
    provider,
    signUp: { kind: "invitation", token, email, account, hash, fields },
    invitation: { data },
    signedInCookies: await rememberBrowser(context, emailIdentity(context.settings, provider, email)),
  })
}

// With `signUp: "invite"` there is no form to show
async function rejectInvitation(context: ActionContext): Promise<Outcome> {
  const cookies = clearPending(context)
  if (context.wants === "json") return rejectForm(context, PAGE, { error: "Verification" }, cookies)
  return { kind: "redirect", status: 303, to: pageUrl(context, "signIn", { error: "Verification" }), cookies }
}

const toSignIn = (context: ActionContext): Outcome => ({
  kind: "redirect",
  status: 303,
  to: pageUrl(context, "signIn"),
  cookies: clearPending(context),
})
