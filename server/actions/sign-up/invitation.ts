import type { AdapterUser } from "../../adapters/contract.ts"
import { atomically } from "../../accounts/atomically.ts"
import { usedError } from "../../accounts/create-with-passkey.ts"
import { createWithPassword } from "../../accounts/create-with-password.ts"
import { endOldCredentials } from "../../accounts/end-credentials.ts"
import { accountRecords, accountRecordsIn } from "../../accounts/factor-context.ts"
import type { ResolvedAccount, VerifiedIdentity } from "../../accounts/types.ts"
import type { PasswordSettings } from "../../config/passwords.ts"
import { securityEpoch, writePassword } from "../../factors/password-record.ts"
import { readAppState } from "../../http/app-state.ts"
import { wantsJson } from "../../http/auth-request.ts"
import type { Outcome } from "../../http/outcome.ts"
import { pageUrl, requestedRedirect } from "../../http/redirect-url.ts"
import type { ActionContext } from "../../sessions/action-context.ts"
import { readRememberField } from "../../sessions/session-cookies.ts"
import { userByEmail } from "../../sessions/users.ts"
import { userStore, voidMagicLinks } from "../../sign-in/email/tokens.ts"
import { emailIdentity } from "../../sign-in/limits/identity.ts"
import { rememberBrowser } from "../../sign-in/limits/known-browser.ts"
import { inHashQueue } from "../../sign-in/password/hash.ts"
import {
  findInvitation,
  isOpenFor,
  reopenInvitation,
  useInvitation,
  type Invitation,
} from "../../sign-in/password/invitations.ts"
import { clearPending } from "../../sign-in/password/pending.ts"
import { completeSignIn } from "../sign-in/callback.ts"
import { formClient, keepForm, rejectForm, showPasswordPage } from "../password/pages.ts"
import { proveMailbox } from "../password/reset.ts"
import { formValues, readProposal } from "./proposal.ts"

const PAGE = "sign-up"

/** The page of an invitation's link. It changes nothing. */
export async function showInvitation(context: ActionContext, token: string): Promise<Outcome> {
  const invitation = await findInvitation(context, token)
  if (!invitation) return rejectInvitation(context)
  const { email } = invitation
  const owner = await userByEmail(userStore(context.settings), email)
  if (owner?.emailVerified) return toSignIn(context)
  if (!(await isOpenFor(context, invitation, owner))) return rejectInvitation(context)
  return showPasswordPage(context, PAGE, { status: "form", email, token, invited: true })
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
    const client = await formClient(context)
    const hash = await inHashQueue(() => passwords.hasher.hash(form.password, client))
    const { provider } = passwords
    return signInInvited(context, provider, { invitation, hash, fields: form.fields, provider: provider.id })
  })
}
async function signInInvited(
  context: ActionContext,
  provider: PasswordSettings["provider"],
  accepted: NewAccount,
): Promise<Outcome> {
  const { email, data } = accepted.invitation
  const account = { provider: provider.id, providerAccountId: email, type: "credentials" } as const
  const name = accepted.fields["name"] || null
  const verified: VerifiedIdentity = {
    identity: { user: { email, name, emailVerified: true }, account, emailProven: true },
    callbackUrl: await requestedRedirect(context, undefined),
    remember: readRememberField(context),
    appState: readAppState(context),
    cookies: clearPending(context),
    proof: { kind: "email" },
    invitation: { data },
    signedInCookies: await rememberBrowser(context, emailIdentity(context.settings, provider, email)),
    resolve: () => openAccount(context, accepted),
  }
  return completeSignIn({ ...context, provider }, verified)
}

// With `signUp: "invite"` there is no form to show
async function rejectInvitation(context: ActionContext): Promise<Outcome> {
  const cookies = clearPending(context)
  if (wantsJson(context)) return rejectForm(context, PAGE, { error: "Verification" }, cookies)
  return { kind: "redirect", status: 303, to: pageUrl(context, "signIn", { error: "Verification" }), cookies }
}

const toSignIn = (context: ActionContext): Outcome => ({
  kind: "redirect",
  status: 303,
  to: pageUrl(context, "signIn"),
  cookies: clearPending(context),
})

interface NewAccount {
  invitation: Invitation
  hash: string
  fields: Readonly<Record<string, string>>
  provider: string
}

async function openAccount(context: ActionContext, account: NewAccount): Promise<ResolvedAccount> {
  const { invitation, fields, provider } = account
  const existing = await userByEmail(userStore(context.settings), invitation.email)
  if (!(await isOpenFor(context, invitation, existing))) throw usedError()
  const user = existing ? await takeOver(context, existing, account) : await createInvited(context, account)
  const { data } = invitation
  const isNewUser = !existing
  return {
    user,
    account: { provider, providerAccountId: user.id, type: "credentials" },
    isNewUser,
    events: [
      ...(isNewUser ? [{ name: "createUser", message: { user, fields } } as const] : []),
      { name: "acceptInvitation", message: { user, data, isNewUser } },
    ],
  }
}

async function createInvited(context: ActionContext, account: NewAccount): Promise<AdapterUser> {
  const { email } = account.invitation
  let open = account.invitation
  return atomically(userStore(context.settings), email, async (adapter) => {
    const store = accountRecordsIn(adapter, context)
    if (!(await useInvitation(store, open)) || (await userByEmail(adapter, email))) throw usedError()
    try {
      return await createWithPassword(context, adapter, { ...account, email })
    } catch (error) {
      // Without a transaction, nothing else opens the invitation again
      if (!adapter.transaction) open = await reopenInvitation(store, open)
      throw error
    }
  })
}

// The invitation proves the mailbox. So a user without a proof is handed to its owner, as with a reset
async function takeOver(
  context: ActionContext,
  existing: AdapterUser,
  { invitation, hash }: NewAccount,
): Promise<AdapterUser> {
  const { settings } = context
  const userId = existing.id
  const store = accountRecords(context)
  if (!(await useInvitation(store, invitation))) throw usedError()
  try {
    await proveMailbox(context, existing)
  } catch (error) {
    await reopenInvitation(store, invitation)
    throw error
  }
  const epoch = await securityEpoch(settings, userId)
  const password = { userId, hash, byEmail: true, epoch, now: settings.now() }
  if ((await writePassword(store, password)) === undefined) throw usedError()
  await endOldCredentials(context, existing)
  await voidMagicLinks(context, invitation.email)
  return { ...existing, emailVerified: new Date(settings.now()) }
}
