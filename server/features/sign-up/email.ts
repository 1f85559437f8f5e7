import { findTaken, emailTaken, sendLater, type TakenAddress } from "../../core/mailbox/account-email.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { createPending, LINK_MAX_AGE, type Pending, type PendingEmail } from "../../core/mailbox/pending.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { returnTo } from "../../core/request/redirect-url.ts"
import { toPasswordPage } from "../password/pages.ts"

const PAGE = "sign-up"

interface SignUpEmail {
  email: string
  /** Why the address can't be used. Then only its owner learns about it. */
  taken: TakenAddress | undefined
  secrets: PendingEmail
}

interface ProposedAccount {
  email: string
  hash?: string
  fields?: Readonly<Record<string, string>>
}

/**
 * Stores a sign-up and emails its link and code. Every address gets the same response: only its owner learns from the
 * email whether it has an account.
 */
export async function requestProof(context: ActionContext, { email, hash, fields }: ProposedAccount): Promise<Outcome> {
  const owner = await findTaken(context.settings, { email })
  const callbackUrl = await returnTo(context)
  const decoy = owner !== undefined
  const created = await createPending(context, { purpose: PAGE, userId: null, email, hash, fields, callbackUrl, decoy })
  emailSignUp(context, { email, taken: owner, secrets: created.email })
  return toPasswordPage(context, PAGE, { status: "sent" }, created.cookies)
}

/** Emails the link and the code of a sign-up, or tells the owner of the address that they have an account. */
function emailSignUp(context: ActionContext, { email, taken, secrets: { token, code } }: SignUpEmail): void {
  const { site, settings } = context
  if (taken) return emailTaken(context, { email, taken, used: "already-registered" })
  const expires = new Date(settings.now() + LINK_MAX_AGE * 1000)
  const url = `${site.url}/sign-up?token=${token}`
  sendLater(context, { kind: "confirm-sign-up", identifier: email, url, code, expires })
}

export async function emailSignUpAgain(
  context: ActionContext,
  { data }: Pending,
  secrets: PendingEmail,
): Promise<void> {
  const { email, decoy } = data
  const owner = await findTaken(context.settings, { email })
  emailSignUp(context, { email, taken: decoy ? (owner ?? { kind: "used" }) : undefined, secrets })
}
