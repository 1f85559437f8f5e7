import { carriedBy, carryIn, sealCarry } from "../../http/app-state.ts"
import { askHost } from "../../accounts/sign-in-callback.ts"
import { userByEmail } from "../../sessions/users.ts"
import type { Account } from "../../types.ts"
import { hex } from "../../crypto/bytes.ts"
import { randomBytes } from "../../crypto/hash.ts"
import { AccessDenied, asError, AuthError } from "../../errors.ts"
import type { Outcome } from "../../http/outcome.ts"
import { messagesFor } from "../../http/language.ts"
import { pageUrl } from "../../http/page-url.ts"
import type { EmailConfig } from "../../providers/types.ts"
import { targetFromApp, withParameters } from "../../http/redirect-url.ts"
import { choiceIn, keepChoice } from "../../sessions/remember-me.ts"
import type { Routed } from "../../sessions/action-context.ts"
import { warnOnce } from "../../config/warn-once.ts"
import { identifierFrom } from "./identifier.ts"
import { rememberedRequest, rememberRequest, type MailRequest } from "./request.ts"
import { adapterOf, CODE_MAX_AGE, discard, linkToken, newCode, newLink, newToken, store } from "./tokens.ts"

const ONE_DAY = 24 * 60 * 60

/**
 * Sends a link, and a code if the provider does so, to the address in the form. The response is the same for every address:
 * the `signIn` callback decides when the link is used.
 */
export async function startEmail(routed: Routed, provider: EmailConfig, callbackUrl: string): Promise<Outcome> {
  const { settings } = routed
  const identifier = identifierIn(routed, provider)
  const asksFirst = provider.asksBeforeSending ?? settings.compat === "authjs"
  const elsewhere = asksFirst ? await admit(routed, provider, identifier) : null
  if (elsewhere) return { kind: "redirect", to: elsewhere }
  const last = await rememberedRequest(routed, provider.id)
  const again = last?.identifier === identifier ? last : undefined
  const remember = choiceIn(routed) ?? (again ? again.remember : await withoutChoice(routed))
  const maxAge = provider.maxAge ?? ONE_DAY
  const sent = await send(routed, provider, {
    site: routed.site.url,
    provider: provider.id,
    identifier,
    id: hex(randomBytes(16)),
    browser: again?.browser ?? hex(randomBytes(16)),
    since: again?.since ?? settings.now(),
    callbackUrl,
    again: again !== undefined,
    remember,
    carry: carryIn(routed) ?? again?.carry,
    ...(provider.sendsCode && {
      code: { value: newCode(), until: settings.now() + Math.min(maxAge, CODE_MAX_AGE) * 1000 },
    }),
  })
  return {
    kind: "redirect",
    to: pageUrl(routed, "verifyRequest", { provider: provider.id, type: "email" }),
    cookies: [sent, ...keepChoice(routed)],
  }
}

// The link may be opened in a browser that knows nothing of this one. A short session doesn't become a longer one by it
async function withoutChoice({ reading, settings }: Routed): Promise<boolean | undefined> {
  const { remember } = settings.session
  if (!remember) return undefined
  const current = await reading()
  return current.kind === "live" ? (current.lifetime?.persistent ?? true) : remember.checked
}

function identifierIn({ body }: Routed, provider: EmailConfig): string {
  try {
    const identifier = identifierFrom(provider, body.fields["email"])
    if (identifier !== null) return identifier
  } catch (thrown) {
    const err = asError(thrown)
    throw new AuthError("EmailSignin", `\`normalizeIdentifier\` rejected the address: ${err.message}`, { err })
  }
  throw new AuthError("EmailSignin", "The form holds no address that an email can be sent to, or more than one")
}

/** Asks the app's `signIn` callback before an email is sent. Anyone can then find out which addresses it denies. */
async function admit(routed: Routed, provider: EmailConfig, identifier: string): Promise<string | null> {
  const found = await userByEmail(adapterOf(routed.settings), identifier)
  const user = found ?? { id: crypto.randomUUID(), email: identifier, emailVerified: null }
  const account: Account = { provider: provider.id, providerAccountId: identifier, type: "email", userId: user.id }
  const email = { verificationRequest: true }
  const answer = await askHost(routed, { user, account, email, ...carriedBy(carryIn(routed)) })
  if (answer === true) return null
  warnOnce(routed.settings, "email-denied-early")
  if (typeof answer === "string") return targetFromApp(routed, answer)
  throw new AccessDenied(`The signIn callback denied an email for ${provider.id} sign-in`)
}

// Stored first, sent second: every email that arrives works, and the link of one that couldn't be sent doesn't
async function send(routed: Routed, provider: EmailConfig, request: Omit<MailRequest, "hash">) {
  const { settings } = routed
  const { identifier, callbackUrl, code } = request
  const maxAge = provider.maxAge ?? ONE_DAY
  const token = await newToken(provider)
  const link = await newLink(routed, { identifier, token: linkToken(token, request.remember), maxAge })
  const cookie = await rememberRequest(routed, { ...request, hash: link.hash }, maxAge)
  const url = withParameters(`${routed.site.url}/callback/${provider.id}`, routed.site.origin, {
    callbackUrl,
    token,
    email: identifier,
    carried: await sealCarry(routed, { carry: request.carry, email: identifier, maxAge }),
  })
  await store(routed, link)
  try {
    const messages = await messagesFor(routed)
    const { theme, siteName } = settings
    const sent = { identifier, token, expires: link.expires, url, provider, theme, siteName, messages }
    const withCode = code && { code: code.value, codeMaxAge: Math.min(maxAge, CODE_MAX_AGE) }
    await provider.sendVerificationRequest({ ...sent, ...withCode, request: routed.request })
    return cookie
  } catch (thrown) {
    await discard(settings, link)
    const err = asError(thrown)
    throw new AuthError("EmailSignin", `The email could not be sent: ${err.message}`, { err })
  }
}
