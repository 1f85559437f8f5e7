import { isEqualConstantTime } from "../../crypto/bytes.ts"
import { hmac } from "../../crypto/hash.ts"
import { AuthError } from "../../errors.ts"
import { countInWindow, countUntil } from "../limits/counts.ts"
import { CODE_ATTEMPT_LIMITS } from "../../config/rate-limit-options.ts"
import type { Outcome } from "../../http/outcome.ts"
import { pageUrl } from "../../http/page-url.ts"
import type { EmailConfig } from "../../providers/types.ts"
import type { ActionContext } from "../../sessions/action-context.ts"
import type { VerifiedIdentity } from "../../accounts/types.ts"
import { toVerifiedIdentity } from "./identified.ts"
import { readEmailRequest, type EmailRequest } from "./request.ts"
import { redeemToken, voidMagicLinks } from "./tokens.ts"

const ONE_DAY = 24 * 60 * 60

/** Checks the code of an email that this browser requested. A correct code also uses up the link of that email. */
export async function verifyCode(context: ActionContext, provider: EmailConfig): Promise<VerifiedIdentity | Outcome> {
  const request = provider.sendsCode ? await readEmailRequest(context, provider.id) : null
  const { identifier, code, hash } = request ?? {}
  if (!request || !identifier || !code || !hash || code.until <= context.settings.now())
    throw new AuthError("Verification", "This browser requested no code, or requested it too long ago")
  const prefill = (context.body.fields["code"] ?? "").replaceAll(/[\s-]/g, "")
  await countAttempt(context, request, code.until)
  if (isEqualConstantTime(code.value, prefill) && (await redeemToken(context.settings, { identifier, hash }))) {
    await voidMagicLinks(context, identifier)
    return toVerifiedIdentity(context, provider, request)
  }
  const to = pageUrl(context, "verifyRequest", { provider: provider.id, type: "email", error: "Verification" })
  return { kind: "redirect", to, error: "Verification" }
}

// Counts before it compares, so that parallel attempts are all counted
async function countAttempt(
  { settings, site }: ActionContext,
  { id, identifier }: EmailRequest,
  until: number,
): Promise<void> {
  const keyed = (text: string) => hmac(settings.secrets[0] ?? "", "code count", `${site.url}\n${text}`)
  const ofThisEmail = await countUntil(settings, `code:${await keyed(id)}`, new Date(until))
  const ofThisAddress = await countInWindow(settings, `codes:${await keyed(identifier)}`, ONE_DAY)
  if (ofThisEmail <= CODE_ATTEMPT_LIMITS.perEmail && ofThisAddress <= CODE_ATTEMPT_LIMITS.perAddressAndDay) return
  throw new AuthError("Verification", "The code was tried too often. The link in the email still works.")
}
