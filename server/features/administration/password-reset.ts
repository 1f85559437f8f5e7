import { cancelResets } from "../../core/mailbox/pending-email.ts"
import { AuthError } from "../../errors.ts"
import { securityState } from "../../core/users/security-state.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import { sendLater } from "../../core/mailbox/account-email.ts"
import { createPending, LINK_MAX_AGE } from "../../core/mailbox/pending.ts"
import { loadUser } from "./load.ts"
import type { PasswordReset, PasswordResetOptions } from "./types.ts"

/** Seconds that a link works that is returned instead of emailed. */
const RETURNED_LINK_MAX_AGE = 10 * 60

/** Emails a user a link to choose a new password, or returns it. */
export async function sendPasswordReset(
  context: RequestContext,
  id: string,
  { returnLink = false }: PasswordResetOptions = {},
): Promise<PasswordReset | null> {
  const { settings, site } = context
  if (!settings.passwords)
    throw new AuthError("InvalidConfiguration", "`auth.users.sendPasswordReset` needs `Password()`")
  const user = await loadUser(settings, id)
  const email = user && normalizeEmail(user.email)
  if (!user || !email) return null
  const userId = user.id
  const { epoch, isGone } = await securityState(settings, userId)
  if (isGone) return null
  const maxAge = returnLink === true ? RETURNED_LINK_MAX_AGE : LINK_MAX_AGE
  // Only the newest link works
  await cancelResets(context, userId)
  const created = await createPending(context, { purpose: "reset-password", userId, email, epoch, maxAge })
  const url = `${site.url}/reset-password?token=${created.email.token}`
  const expires = new Date(settings.now() + maxAge * 1000)
  if (returnLink === true) {
    settings.logger.warn("password-reset-link")
    return { url, expires }
  }
  const mail = { settings, headers: new Headers(), request: new Request(site.url) }
  sendLater(mail, { kind: "reset-password", identifier: user.email, url, expires })
  return { expires }
}
