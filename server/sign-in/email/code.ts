import { sameText } from "../../crypto/bytes.ts"
import { hmac } from "../../crypto/hash.ts"
import { AuthError } from "../../errors.ts"
import { countIn, countUntil } from "../limits/counts.ts"
import { CODE_TRIES } from "../../config/rate-limit-options.ts"
import type { Outcome } from "../../http/outcome.ts"
import { pageUrl } from "../../http/page-url.ts"
import type { EmailConfig } from "../../providers/types.ts"
import type { Routed } from "../../sessions/action-context.ts"
import type { Identified } from "../../accounts/types.ts"
import { identified } from "./identified.ts"
import { rememberedRequest, type MailRequest } from "./request.ts"
import { redeem, voidLinks } from "./tokens.ts"

const ONE_DAY = 24 * 60 * 60

/** Checks the code of an email that this browser requested. It uses up the link of that email. */
export async function checkCode(routed: Routed, provider: EmailConfig): Promise<Identified | Outcome> {
  const request = provider.sendsCode ? await rememberedRequest(routed, provider.id) : null
  const { identifier, code, hash } = request ?? {}
  if (!request || !identifier || !code || !hash || code.until <= routed.settings.now())
    throw new AuthError("Verification", "This browser requested no code, or requested it too long ago")
  const typed = (routed.body.fields["code"] ?? "").replaceAll(/[\s-]/g, "")
  await countTry(routed, request, code.until)
  if (sameText(code.value, typed) && (await redeem(routed.settings, { identifier, hash }))) {
    await voidLinks(routed, identifier)
    return identified(routed, provider, request)
  }
  const to = pageUrl(routed, "verifyRequest", { provider: provider.id, type: "email", error: "Verification" })
  return { kind: "redirect", to, error: "Verification" }
}

// Counted before it is compared: parallel tries are all counted
async function countTry({ settings, site }: Routed, { id, identifier }: MailRequest, until: number): Promise<void> {
  const keyed = (text: string) => hmac(settings.secrets[0] ?? "", "code count", `${site.url}\n${text}`)
  const ofThisEmail = await countUntil(settings, `code:${await keyed(id)}`, new Date(until))
  const ofThisAddress = await countIn(settings, `codes:${await keyed(identifier)}`, ONE_DAY)
  if (ofThisEmail <= CODE_TRIES.perEmail && ofThisAddress <= CODE_TRIES.perAddressAndDay) return
  throw new AuthError("Verification", "The code was tried too often. The link in the email still works.")
}
