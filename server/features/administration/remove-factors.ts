import { revokeTrustedDevices } from "../../core/sessions/trusted-devices.ts"
import { factorContext, listFactors } from "../../core/proofs/records.ts"
import { AuthError } from "../../errors.ts"
import { removeAllFactors, removeFactor } from "../../core/proofs/factors.ts"
import { emit } from "../../core/request/emit.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import { sendLater } from "../../core/mailbox/account-email.ts"
import { loadUser } from "./load.ts"

/** Removes all second factors and recovery codes of a user, and emails them. */
export async function removeFactors(context: RequestContext, id: string): Promise<number> {
  const { settings, site } = context
  const user = await loadUser(settings, id)
  if (!user) return 0
  if (!settings.accountMailer || !user.email)
    throw new AuthError(
      "InvalidConfiguration",
      `\`auth.users.removeFactors\` changed nothing: ${user.email ? "no email provider has `sendAccountEmail`" : "the user has no address"}, so the user wouldn't learn of it`,
    )
  const userId = user.id
  const factors = factorContext(context)
  let removed = 0
  for (const { id: factor } of await listFactors(factors, userId))
    if (await removeFactor(factors, { userId, id: factor })) removed++
  // Also one that isn't confirmed yet: an attacker in the account may be setting it up
  const hadCodes = await removeAllFactors(factors, userId)
  await revokeTrustedDevices(context, userId)
  if (removed === 0 && !hadCodes) return 0
  await emit({ settings }, { type: "factorRemoved", userId })
  const origin = { settings, headers: new Headers(), request: new Request(site.url) }
  sendLater(origin, { kind: "factors-removed", identifier: user.email, url: site.origin + site.path })
  return removed
}
