import { hasSecurityQuota, sendByMailer, sendWithRetries, type MailContext } from "../emails/notice.ts"
import { createUndoLink, noticeAddresses } from "../users/undo/records.ts"
import { AuthError } from "../../errors.ts"
import type { AccountEmail } from "../../providers/types.ts"
import type { ActionContext } from "../request/action-context.ts"
import { addressHolder } from "../users/create-user.ts"
import type { Settings } from "../config/settings.ts"
import { pageUrl } from "../request/redirect-url.ts"
import { reservedUntil } from "../users/reserved-address.ts"
import { isSameId } from "../users/users.ts"

/** The parts of an account email that differ. */
type Email = Pick<AccountEmail, "kind" | "url" | "identifier"> &
  Partial<Pick<AccountEmail, "code" | "codeMaxAge" | "expires" | "methods">>

/** An email that is looked up after the response. */
interface LaterEmail extends Pick<AccountEmail, "kind"> {
  /** Returns `undefined` to send nothing. */
  load(): Promise<Email | undefined>
}

/**
 * Sends an email about an account after the response, so that the response takes as long without an email. A failure is
 * logged, and tried again.
 */
export function sendLater(context: MailContext, email: Email | LaterEmail): void {
  const send = () =>
    sendWithRetries(
      () => sendAccountEmail(context, email),
      (err) => logFailure(context, email, err),
    )
  const work = new Promise((resolve) => setTimeout(resolve, 0)).then(send)
  context.settings.background.run(work)
}

/**
 * Emails a user that their password changed. The link ends all sessions, removes the password, and starts a reset, for
 * users who didn't change it.
 */
export async function emailPasswordChange(
  context: ActionContext,
  user: { id: string; email?: string | null | undefined },
  kind: "password-added" | "password-changed" | "password-removed",
): Promise<void> {
  const url = `${context.site.url}/forgot-password`
  const link = await createUndoLink(context, user, { kind, at: context.settings.now() })
  for (const identifier of await noticeAddresses(context, user))
    if (await hasSecurityQuota(context, { kind, email: identifier }))
      sendLater(context, { kind, identifier, url, ...link })
}

/** Sends an email about an account. Rejects with the error of the email provider. */
export async function sendAccountEmail(context: MailContext, email: Email | LaterEmail): Promise<void> {
  const loaded = "load" in email ? await email.load() : email
  const provider = loaded && context.settings.accountMailer
  if (provider) await sendByMailer(context, provider, loaded)
}

function logFailure({ settings }: MailContext, { kind }: Pick<Email, "kind">, err: Error): void {
  settings.logger.error(new AuthError("EventError", `The email "${kind}" was not sent: ${err.message}`, { err }))
}

/** Why an address can't be used: another user has it, or had it less than 7 days ago. */
export type TakenAddress = { readonly kind: "used" } | { readonly kind: "reserved"; readonly until: Date }

/** Returns why an address can't be used, or `undefined` if it is free for this user. */
export async function findTaken(
  settings: Settings,
  { email, userId }: { email: string; userId?: string },
): Promise<TakenAddress | undefined> {
  const owner = settings.adapter ? await addressHolder(settings.adapter, email) : null
  const until = await reservedUntil(settings, { email, userId })
  if (owner) return isSameId(owner.id, userId) ? undefined : { kind: "used" }
  return until && { kind: "reserved", until }
}

/** Tells a mailbox that its address can't be used for another account, or not yet. */
export function emailTaken(
  context: ActionContext,
  { email, taken, used }: { email: string; taken: TakenAddress; used: "email-taken" | "already-registered" },
): void {
  const url = pageUrl(context, "signIn")
  if (taken.kind === "used") sendLater(context, { kind: used, identifier: email, url })
  else sendLater(context, reservedEmail(context, { email, until: taken.until }))
}

/** Returns the email that tells a mailbox that its address is reserved. */
export function reservedEmail({ site }: ActionContext, { email, until }: { email: string; until: Date }) {
  return { kind: "address-reserved", identifier: email, url: site.home, expires: until } as const
}
