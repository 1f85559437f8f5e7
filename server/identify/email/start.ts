import { carriedBy, carryIn, sealCarry } from "../../carry.ts"
import { askHost } from "../../accounts/ask-host.ts"
import { normalEmail } from "../../accounts/email.ts"
import { userByEmail } from "../../accounts/stored.ts"
import type { Account } from "../../adapters/contract.ts"
import { hex } from "../../crypto/bytes.ts"
import { randomBytes } from "../../crypto/hash.ts"
import { AccessDenied, asError, AuthError } from "../../errors.ts"
import type { Outcome } from "../../outcome.ts"
import { messagesFor } from "../../language.ts"
import { pageUrl } from "../../page-url.ts"
import type { EmailConfig } from "../../providers/types.ts"
import { allowedTarget, withParameters } from "../../redirects.ts"
import { choiceIn, keepChoice } from "../../remember.ts"
import type { Routed } from "../../routed.ts"
import { rememberedRequest, rememberRequest, type MailRequest } from "./request.ts"
import { adapterOf, CODE_MAX_AGE, codeIdentifier, linkToken, newCode, newToken, redeem, store } from "./tokens.ts"

const ONE_DAY = 24 * 60 * 60

/** Mails a link, and where the provider does so a code, to the address in the form. */
export async function startEmail(routed: Routed, provider: EmailConfig, callbackUrl: string): Promise<Outcome> {
  const identifier = identifierFrom(routed, provider)
  const elsewhere = await admit(routed, provider, identifier)
  if (elsewhere) return { kind: "redirect", to: elsewhere }
  const last = await rememberedRequest(routed, provider.id)
  const again = last?.identifier === identifier
  const remember = choiceIn(routed) ?? (again ? last.remember : await withoutChoice(routed))
  const id = hex(randomBytes(16))
  const carry = carryIn(routed) ?? (again ? last.carry : undefined)
  const request: MailRequest = { provider: provider.id, identifier, id, callbackUrl, again, remember, carry }
  const remembered = await rememberRequest(routed, request, provider.maxAge ?? ONE_DAY)
  await mail(routed, provider, request)
  return {
    kind: "redirect",
    to: pageUrl(routed, "verifyRequest", { provider: provider.id, type: "email" }),
    cookies: [remembered, ...keepChoice(routed)],
  }
}

// The link may be opened where nothing is known of this browser; who has a session that ends with it gets no longer one
async function withoutChoice({ reading, settings }: Routed): Promise<boolean | undefined> {
  const { remember } = settings.session
  if (!remember) return undefined
  const current = await reading()
  return current.kind === "live" ? (current.lifetime?.persistent ?? true) : remember.checked
}

// What the provider's own normaliser makes must be one plain address all the same
function identifierFrom({ body }: Routed, { normalizeIdentifier }: EmailConfig): string {
  const given = body.fields["email"]
  const identifier = given === undefined ? null : normalEmail(normalizeIdentifier ? normalizeIdentifier(given) : given)
  if (identifier !== null) return identifier
  throw new AuthError("EmailSignin", "The form holds no address that mail can be sent to, or more than one")
}

async function admit(routed: Routed, provider: EmailConfig, identifier: string): Promise<string | null> {
  const adapter = adapterOf(routed.settings)
  const found = await userByEmail(adapter, identifier)
  const user = found ?? { id: crypto.randomUUID(), email: identifier, emailVerified: null }
  const account: Account = { provider: provider.id, providerAccountId: identifier, type: "email", userId: user.id }
  const answer = await askHost(routed, {
    user,
    account,
    email: { verificationRequest: true },
    ...carriedBy(carryIn(routed)),
  })
  if (answer === true) return null
  if (typeof answer === "string") return allowedTarget(routed, answer)
  throw new AccessDenied(`The signIn callback refused to send mail for ${provider.id} sign-in`)
}

// Stored first, sent second: a mail never holds what does not work, and what could not be sent works for nobody
async function mail(routed: Routed, provider: EmailConfig, request: MailRequest): Promise<void> {
  const { settings } = routed
  const { identifier, callbackUrl } = request
  const maxAge = provider.maxAge ?? ONE_DAY
  const token = await newToken(provider)
  const link = { identifier, token: linkToken(token, request.remember), maxAge }
  const code = { identifier: codeIdentifier(request), token: newCode(), maxAge: Math.min(maxAge, CODE_MAX_AGE) }
  // Only the newest mail is good
  await adapterOf(settings).deleteVerificationTokens?.(identifier)
  const expires = await store(settings, link)
  if (provider.sendsCode) await store(settings, code)
  const url = withParameters(`${routed.site.url}/callback/${provider.id}`, routed.site.origin, {
    callbackUrl,
    token,
    email: identifier,
    carried: await sealCarry(routed, { carry: request.carry, email: identifier, maxAge }),
  })
  try {
    const messages = await messagesFor(routed)
    const { theme, siteName } = settings
    const sent = { identifier, token, expires, url, provider, theme, siteName, messages, request: routed.request }
    const withCode = { ...sent, code: code.token, codeMaxAge: code.maxAge }
    await provider.sendVerificationRequest(provider.sendsCode ? withCode : sent)
  } catch (thrown) {
    await redeem(settings, link)
    if (provider.sendsCode) await redeem(settings, code)
    const err = asError(thrown)
    throw new AuthError("EmailSignin", `The mail could not be sent: ${err.message}`, { err })
  }
}
