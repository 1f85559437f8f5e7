import { readAppState, sealAppState } from "../request/app-state.ts"
import { callSignInCallback, emit, toCarried } from "../request/emit.ts"
import { userByEmail, userStore } from "../users/users.ts"
import type { Account } from "../../types.ts"
import { AccessDenied, asError, AuthError } from "../../errors.ts"
import type { Outcome } from "../request/outcome.ts"
import { emailMessages } from "../emails/messages.ts"
import { pageUrl, resolveAppRedirect, withSearchParams } from "../request/redirect-url.ts"
import type { EmailConfig } from "../../providers/types.ts"
import { readRememberField, storeRememberChoice } from "../sessions/session-cookies.ts"
import type { ActionContext } from "../request/action-context.ts"
import { warnOnce } from "../config/warn-once.ts"
import { findTaken, reservedEmail, sendAccountEmail } from "./account-email.ts"
import { nextEmailRequest, normalizeIdentifier, storeEmailRequest, type EmailRequest } from "./request.ts"
import {
  CODE_MAX_AGE,
  discardMagicLink,
  toLinkToken,
  generateCode,
  createMagicLink,
  generateToken,
  storeMagicLink,
} from "./tokens.ts"

const ONE_DAY = 24 * 60 * 60

/**
 * Sends a link, and a code if the provider does so, to the address in the form. The response is the same for every
 * address: the `signIn` callback decides when the link is used.
 */
export async function startEmail(context: ActionContext, provider: EmailConfig, callbackUrl: string): Promise<Outcome> {
  const { settings } = context
  const identifier = requireIdentifier(context, provider)
  const asksFirst = provider.asksBeforeSending ?? settings.rules.asksBeforeSending
  const deniedRedirect = asksFirst ? await checkEmailAllowed(context, provider, identifier) : null
  if (deniedRedirect) return { kind: "redirect", to: deniedRedirect }
  const { next, previous } = await nextEmailRequest(context, provider, identifier)
  const remember = readRememberField(context) ?? (previous ? previous.remember : await currentPersistence(context))
  const maxAge = provider.maxAge ?? ONE_DAY
  const request = await sendMagicLink(context, provider, {
    ...next,
    callbackUrl,
    remember,
    carry: readAppState(context) ?? previous?.carry,
    ...(provider.sendsCode && {
      code: { value: generateCode(), until: settings.now() + Math.min(maxAge, CODE_MAX_AGE) * 1000 },
    }),
  })
  return {
    kind: "redirect",
    to: pageUrl(context, "verifyRequest", { provider: provider.id, type: "email" }),
    cookies: [request, ...storeRememberChoice(context)],
  }
}

// The link may be opened in another browser. It must not turn a short session into a longer one
async function currentPersistence({ lookupSession, settings }: ActionContext): Promise<boolean | undefined> {
  const { remember } = settings.session
  if (!remember) return undefined
  const current = await lookupSession()
  return current.kind === "live" ? (current.lifetime?.persistent ?? true) : remember.checked
}

function requireIdentifier({ body }: ActionContext, provider: EmailConfig): string {
  try {
    const identifier = normalizeIdentifier(provider, body.fields["email"])
    if (identifier !== null) return identifier
  } catch (thrown) {
    const err = asError(thrown)
    throw new AuthError("EmailSignin", `\`normalizeIdentifier\` rejected the address: ${err.message}`, { err })
  }
  throw new AuthError("EmailSignin", "The form must contain exactly one valid email address")
}

/** Calls the app's `signIn` callback before an email is sent. Anyone can then find out which addresses it denies. */
async function checkEmailAllowed(
  context: ActionContext,
  provider: EmailConfig,
  identifier: string,
): Promise<string | null> {
  const storedUser = await userByEmail(userStore(context.settings), identifier)
  const user = storedUser ?? { id: crypto.randomUUID(), email: identifier, emailVerified: null }
  const account: Account = { provider: provider.id, providerAccountId: identifier, type: "email", userId: user.id }
  const email = { verificationRequest: true }
  const result = await callSignInCallback(context, { user, account, email, ...toCarried(readAppState(context)) })
  if (result === true) return null
  warnOnce(context.settings, "email-denied-early")
  if (typeof result === "string") return resolveAppRedirect(context, result)
  throw new AccessDenied(`The signIn callback denied an email for ${provider.id} sign-in`)
}

// Stores before it sends, so every email that arrives works, and the link of an email that failed doesn't
async function sendMagicLink(
  context: ActionContext,
  provider: EmailConfig,
  request: Omit<EmailRequest, "hash" | "binding">,
) {
  const { settings } = context
  const { identifier, callbackUrl, code } = request
  const maxAge = provider.maxAge ?? ONE_DAY
  const token = await generateToken(provider)
  const link = await createMagicLink(context, { identifier, token: toLinkToken(token, request), maxAge })
  const { hash, binding } = link
  const cookie = await storeEmailRequest(context, { ...request, hash, binding }, maxAge)
  const url = withSearchParams(`${context.site.url}/callback/${provider.id}`, context.site.origin, {
    callbackUrl,
    token,
    email: identifier,
    carried: await sealAppState(context, { carry: request.carry, email: identifier, maxAge }),
  })
  await storeMagicLink(context, link)
  try {
    const messages = await emailMessages(context)
    const { theme, emails, siteName } = settings
    const at = new Date(settings.now())
    const verification = {
      identifier,
      token,
      at,
      expires: link.expires,
      url,
      provider,
      theme,
      emails,
      siteName,
      messages,
    }
    const withCode = code && { code: code.value, codeMaxAge: Math.min(maxAge, CODE_MAX_AGE) }
    const takenAddress = settings.account.changeEmail ? await findTaken(settings, { email: identifier }) : undefined
    // A link would create a user with an address whose former user can still take it back. The response waits for this
    // email as for a link, so that neither its time nor a failure tells which addresses are reserved
    if (takenAddress?.kind === "reserved")
      await sendAccountEmail(context, reservedEmail(context, { email: identifier, until: takenAddress.until }))
    else await provider.sendVerificationRequest({ ...verification, ...withCode, request: context.request })
    await emit(context, { type: "emailRequested", method: "sign-in", identifier })
    return cookie
  } catch (thrown) {
    await discardMagicLink(settings, link)
    const err = asError(thrown)
    throw new AuthError("EmailSignin", `The email could not be sent: ${err.message}`, { err })
  }
}
