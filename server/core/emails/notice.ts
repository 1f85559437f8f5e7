import { asError, AuthError } from "../../errors.ts"
import { emailMessages } from "./messages.ts"
import { isAccountMailer, type AccountMailer } from "../config/email-senders.ts"
import type { AccountEmail } from "../../providers/types.ts"
import type { ActionContext } from "../request/action-context.ts"
import { canonicalIdentifier, consumeLimit, limitKey, type CountContext } from "../request/consume.ts"

/** The parts of a security email that differ. `url` is the site's origin unless the email has a link. */
export type Notice = Pick<AccountEmail, "kind" | "factor" | "device" | "place" | "linkedProvider"> &
  Partial<Pick<AccountEmail, "url" | "expires">>

/** Returns whether an email provider can send security emails to this user. */
export function canSendNotice(context: ActionContext, email: string | null | undefined): boolean {
  return Boolean(email) && senderFor(context) !== undefined
}

/**
 * Emails a user what changed in their account. Runs in the background: the request doesn't wait for it, and a failed
 * email doesn't fail the request. It counts against `securityEmail` only, so a flood of sign-ins can't suppress it.
 *
 * @returns whether an email provider can send it
 */
export function sendNotice(context: ActionContext, email: string | null | undefined, notice: Notice): boolean {
  const provider = senderFor(context)
  if (!provider || !email) return false
  const report = (err: Error) => {
    const message = `The email "${notice.kind}" about an account was not sent: ${err.message}`
    context.settings.logger.error(new AuthError("EventError", message, { err }))
  }
  const { origin } = context.site
  const send = () => sendByMailer(context, provider, { url: origin, ...notice, identifier: email })
  const sendNow = () => sendWithRetries(send, report)
  const work = hasSecurityQuota(context, { kind: notice.kind, email })
  context.settings.background.run(work.then((has) => (has ? sendNow() : undefined), report))
  return true
}

/**
 * Emails that are never left out. Each has its own proof or confirmation, and is the only way back for its reader. A
 * thief could otherwise add and remove until the quota is used up, and then keep what no email names.
 */
const WITHOUT_QUOTA: ReadonlySet<AccountEmail["kind"]> = new Set([
  "account-linked",
  "factor-added",
  "passkey-added",
  "email-changed",
  "deletion-requested",
  "account-deleted",
  "reclaimed",
])

/**
 * Counts a security email. Each kind has a quota of its own for each mailbox, so that an attacker can't hide one change
 * behind many others.
 */
export async function hasSecurityQuota(
  context: CountContext,
  { kind, email }: { kind: AccountEmail["kind"]; email: string },
): Promise<boolean> {
  if (WITHOUT_QUOTA.has(kind)) return true
  const key = await limitKey(context, `${kind}|${canonicalIdentifier(email)}`)
  return (await consumeLimit(context, { kind: "securityEmail", key })) === undefined
}

/** Milliseconds before each further attempt to send a security email. */
const RETRY_DELAYS = [1000, 10_000, 60_000]

/** Sends a security email, and tries again after each failure. Reports each failure. */
export async function sendWithRetries(send: () => Promise<void>, report: (err: Error) => void): Promise<void> {
  for (const delay of [...RETRY_DELAYS, undefined]) {
    try {
      return await send()
    } catch (thrown) {
      report(asError(thrown))
    }
    if (delay !== undefined) await pause(delay)
  }
}

// A process that has nothing else to do may end
function pause(delay: number): Promise<void> {
  return new Promise((resolve) => {
    const timer: unknown = setTimeout(resolve, delay)
    if (typeof timer === "object" && timer !== null && "unref" in timer && typeof timer.unref === "function")
      Reflect.apply(timer.unref, timer, [])
  })
}

// The provider that proved the address knows its kind, such as a phone number. After OAuth it is an email address
function senderFor({ provider, settings }: ActionContext): AccountMailer | undefined {
  if (provider?.type !== "email") return settings.accountMailer
  return isAccountMailer(provider) ? provider : undefined
}

/** The part of a request that an email needs. */
export type MailContext = Pick<ActionContext, "settings" | "headers" | "request">

/** Sends an email in the site's design and the user's language. Rejects with the error of the email provider. */
export async function sendByMailer(
  context: MailContext,
  provider: AccountMailer,
  email: Omit<AccountEmail, "at" | "provider" | "theme" | "emails" | "siteName" | "messages" | "request">,
): Promise<void> {
  const { settings, request } = context
  const { theme, emails, siteName, now } = settings
  const at = new Date(now())
  const messages = await emailMessages(context)
  await provider.sendAccountEmail({ ...email, at, provider, theme, emails, siteName, messages, request })
}
