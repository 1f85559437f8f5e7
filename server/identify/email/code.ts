import { hmac } from "../../crypto/hash.ts"
import { AuthError } from "../../errors.ts"
import type { Outcome } from "../../outcome.ts"
import type { EmailConfig } from "../../providers/types.ts"
import { pageUrl } from "../../page-url.ts"
import type { Routed } from "../../routed.ts"
import type { Identified } from "../index.ts"
import { countIn } from "../../limits/counts.ts"
import { identified } from "./identified.ts"
import { rememberedRequest, type MailRequest } from "./request.ts"
import { adapterOf, codeIdentifier, redeem } from "./tokens.ts"

/** Tries of one mail's code. */
const TRIES = 5
/** Tries that codes of one address get in a day, whoever asked for them: a guess in a million stays one in 50,000. */
const TRIES_A_DAY = 20
const ONE_DAY = 24 * 60 * 60

/** Takes the code out of a mail that this very browser asked for. */
export async function checkCode(routed: Routed, provider: EmailConfig): Promise<Identified | Outcome> {
  const request = provider.sendsCode ? await rememberedRequest(routed, provider.id) : null
  if (!request) throw new AuthError("Verification", "This browser has asked for no code, or too long ago")
  const code = (routed.body.fields["code"] ?? "").replaceAll(/[\s-]/g, "")
  await countTry(routed, request)
  if (/^\d{6}$/.test(code) && (await redeem(routed.settings, { identifier: codeIdentifier(request), token: code }))) {
    // The link beside it has done its service
    await adapterOf(routed.settings).deleteVerificationTokens?.(request.identifier)
    return identified(routed, provider, request)
  }
  const to = pageUrl(routed, "verifyRequest", { provider: provider.id, type: "email", error: "Verification" })
  return { kind: "redirect", to, error: "Verification" }
}

// Counted before it is compared: parallel tries are all counted
async function countTry({ settings }: Routed, request: MailRequest): Promise<void> {
  const address = await hmac(settings.secrets[0] ?? "", "code count", request.identifier)
  const ofThisMail = await countIn(settings, `code:${request.id}`, ONE_DAY)
  const ofThisAddress = await countIn(settings, `codes:${address}`, ONE_DAY)
  if (ofThisMail <= TRIES && ofThisAddress <= TRIES_A_DAY) return
  await adapterOf(settings).deleteVerificationTokens?.(codeIdentifier(request))
  throw new AuthError("Verification", "The code was tried too often; the link in the mail is still good")
}
