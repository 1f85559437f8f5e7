import { asError, AuthError } from "../../errors.ts"
import { checkEmailCode, createEmailCode, type EmailCodeTarget } from "../mailbox/email-code.ts"
import { emit } from "../request/emit.ts"
import { emailMessages } from "../emails/messages.ts"
import type { ActionContext } from "../request/action-context.ts"
import { consumeMailbox, isOwnersBrowser } from "../limits/mailbox.ts"
import { factorIdentity } from "../limits/factor.ts"
import { knownBrowser } from "../limits/identity.ts"
import { changeAttempt, type Attempt } from "./attempt.ts"

/** Seconds that a code works. */
const CODE_MAX_AGE = 10 * 60

/** Sends a code for this attempt to the user's address. Returns the attempt, or the seconds to wait after too many. */
export async function sendCode(
  context: ActionContext,
  attempt: Attempt,
  { address, url }: { address: string; url: string },
): Promise<Attempt | { wait: number }> {
  const { settings } = context
  const created = await createEmailCode(settings, target(context, attempt, address), attempt.state.emailCode)
  if ("wait" in created) return created
  // Each attempt may send a few, so one mailbox also has a limit over all attempts
  const isOwner =
    (await isOwnersBrowser(context, address)) ||
    (await knownBrowser(context, factorIdentity(settings, attempt.state.user.id))) !== undefined
  const wait = await consumeMailbox(context, address, { isOwner })
  if (wait !== undefined) return { wait: Math.ceil(wait) }
  const stored = await changeAttempt(context, attempt, { emailCode: created.state })
  if (!stored) throw new AuthError("AttemptExpired", "Another request changed the attempt")
  await deliverCode(context, { code: created.code, address, url })
  return stored
}

/** Checks a code, and counts the try. Returns the attempt, or `undefined` if the code is wrong or used. */
export async function redeemCode(
  context: ActionContext,
  attempt: Attempt,
  { address, code }: { address: string; code: unknown },
): Promise<Attempt | undefined> {
  const { emailCode } = attempt.state
  if (!emailCode) return undefined
  const checked = await checkEmailCode(context.settings, target(context, attempt, address), { state: emailCode, code })
  const stored = await changeAttempt(context, attempt, { emailCode: checked.state })
  return checked.correct ? stored : undefined
}

function target({ site }: ActionContext, { record, state }: Attempt, address: string): EmailCodeTarget {
  return { site: site.url, userId: state.user.id, attempt: record.id, purpose: "sign-in", address }
}

/** Emails a code. @throws {AuthError} `EmailSignin` if it can't be sent */
export async function deliverCode(
  context: ActionContext,
  { code, address, url }: { code: string; address: string; url: string },
): Promise<void> {
  const { settings, request } = context
  const provider = context.settings.codeSender
  if (!provider)
    throw new AuthError("InvalidConfiguration", "A code by email needs an email provider. Add one to `providers`")
  const { theme, emails, siteName, now } = settings
  const at = new Date(now())
  const expires = new Date(now() + CODE_MAX_AGE * 1000)
  const messages = await emailMessages(context)
  const shared = { identifier: address, url, at, expires, provider, theme, emails, siteName, messages, request }
  try {
    await provider.sendVerificationRequest({ ...shared, token: "", code, codeMaxAge: CODE_MAX_AGE })
    await emit(context, { type: "emailRequested", method: "code", userId: context.securityLog?.subject() })
  } catch (thrown) {
    const err = asError(thrown)
    throw new AuthError("EmailSignin", `The email could not be sent: ${err.message}`, { err })
  }
}
