import { confirmPage } from "../../../components/html/email-pages.ts"
import * as v from "valibot"
import { openAppState } from "../request/app-state.ts"
import { AuthError } from "../../errors.ts"
import { emailedParams, pageUrl, returnTo } from "../request/redirect-url.ts"
import type { Outcome } from "../request/outcome.ts"
import type { EmailConfig } from "../../providers/types.ts"
import type { ActionContext } from "../request/action-context.ts"
import type { VerifiedIdentity } from "../users/types.ts"
import { findLinkAddress } from "./bare-link.ts"
import {
  isIdentifier,
  isRequestedByBrowser,
  readEmailRequest,
  type EmailRequest,
  clearEmailRequest,
} from "./request.ts"
import { addressState, bindingHash, redeemMagicLink, voidMagicLinks, redeemToken, type AddressState } from "./tokens.ts"
import { isEqualConstantTime, hmac } from "../crypto/bytes.ts"
import { normalizeDigits } from "../proofs/digits.ts"
import { counterSite, countUntil, refundLimit } from "../request/consume.ts"
import { CODE_ATTEMPT_LIMITS } from "../config/rate-limits.ts"
import { showForm } from "../pages/form.ts"
import { rememberBrowser, emailIdentity } from "../limits/identity.ts"
import { countCodeAttempt } from "../limits/mailbox.ts"
import { refundAddress } from "../limits/attempt.ts"

const MAX_LENGTH = 512

/**
 * Uses an emailed link, or the code of the same email. A link signs in the browser that requested it. In any other
 * client (another browser, an email scanner, a preview) it shows a page with one button, whose POST uses the link up.
 * One use voids every other link and code that was sent to the address.
 */
export async function identifyByEmail(
  context: ActionContext,
  provider: EmailConfig,
): Promise<VerifiedIdentity | Outcome> {
  const { method, body } = context
  if (method === "POST" && body.fields["code"] !== undefined) return verifyCode(context, provider)
  const parameters = method === "POST" ? readFields(body.fields) : readQuery(emailedParams(context))
  const email = parameters.email ?? (await findLinkAddress(context, provider, parameters.token))
  if (email === undefined || !isIdentifier(provider, email)) throw incompleteLinkError()
  const callbackUrl = await returnTo(context)
  if (method === "GET" && !(await isRequestedByBrowser(context, provider, email))) {
    return confirmationPage(context, provider, { ...parameters, email, callbackUrl })
  }
  const link = await redeemMagicLink(context, { identifier: email, token: parameters.token })
  if (!link)
    throw new AuthError("Verification", "The link was already used, has expired, or belongs to another address")
  await voidMagicLinks(context, email)
  await refundUse(context, await readEmailRequest(context, provider.id), link)
  const carry = await openAppState(context, parameters.carried, email)
  return toVerifiedIdentity(context, provider, { identifier: email, callbackUrl, carry, ...link })
}

interface LinkParameters extends v.InferOutput<typeof linkParameters> {}

const filledText = v.pipe(
  v.string(),
  v.maxLength(MAX_LENGTH),
  v.check((value) => value.trim() !== ""),
)

const linkParameters = v.object({
  token: filledText,
  email: v.optional(filledText),
  carried: v.optional(v.string()),
})

function readQuery(query: URLSearchParams): LinkParameters {
  for (const name of ["token", "email"]) if (query.getAll(name).length > 1) throw incompleteLinkError()
  return readFields(Object.fromEntries(query))
}

function readFields(fields: Readonly<Record<string, string | undefined>>): LinkParameters {
  const { success, output } = v.safeParse(linkParameters, fields)
  if (!success) throw incompleteLinkError()
  return output
}

function incompleteLinkError(): AuthError {
  return new AuthError("Verification", "The link must contain one token and one address")
}

/** Checks the code of an email that this browser requested. A correct code also uses up the link of that email. */
async function verifyCode(context: ActionContext, provider: EmailConfig): Promise<VerifiedIdentity | Outcome> {
  const request = provider.sendsCode ? await readEmailRequest(context, provider.id) : null
  const { identifier, code, hash } = request ?? {}
  if (!request || !identifier || !code || !hash || code.until <= context.settings.now())
    throw new AuthError("Verification", "This browser requested no code, or requested it too long ago")
  const typed = normalizeDigits(context.body.fields["code"], code.value.length)
  await countAttempt(context, request, code.until)
  const { epoch, bindings, userId } = await addressState(context.settings, identifier)
  const hashes = await Promise.all(bindings.map(bindingHash))
  const isCurrent = [...hashes, ...bindings].includes(request.binding ?? "")
  if (
    isCurrent &&
    isEqualConstantTime(code.value, typed ?? "") &&
    (await redeemToken(context.settings, { identifier, hash }))
  ) {
    await voidMagicLinks(context, identifier)
    await refundUse(context, request, { hash })
    return toVerifiedIdentity(context, provider, { ...request, epoch, userId })
  }
  const to = pageUrl(context, "verifyRequest", { provider: provider.id, type: "email", error: "Verification" })
  return { kind: "redirect", to, error: "Verification" }
}

/** Takes back what the use of an email counted for the client's address, and also the request of that same email. */
async function refundUse(
  context: ActionContext,
  request: EmailRequest | null,
  { hash }: Pick<EmailRequest, "hash">,
): Promise<void> {
  await refundAddress(context)
  const { counted } = request ?? {}
  // A token is used once, so no copy of the cookie takes back more
  if (counted && request?.hash === hash) await refundLimit(context, counted, counted.at)
}

// Counts before it compares, so that parallel attempts are all counted
async function countAttempt(context: ActionContext, { id, identifier }: EmailRequest, until: number): Promise<void> {
  const { settings } = context
  const keyed = (text: string) => hmac(settings.secrets[0] ?? "", "code count", `${counterSite(context)}\n${text}`)
  const ofThisEmail = await countUntil(settings, `code:${await keyed(id)}`, new Date(until))
  const ofThisAddress = await countCodeAttempt(context, identifier)
  if (ofThisEmail <= CODE_ATTEMPT_LIMITS.perEmail && ofThisAddress <= CODE_ATTEMPT_LIMITS.perAddressAndDay) return
  throw new AuthError("Verification", "The code was tried too often. The link in the email still works.")
}

interface OpenedLink {
  token: string
  email: string
  callbackUrl: string
  carried?: string | undefined
}

/**
 * Returns the page for a link that was opened in another browser. It shows the address, and its button uses the link.
 */
async function confirmationPage(
  context: ActionContext,
  provider: EmailConfig,
  { token, email, callbackUrl, carried }: OpenedLink,
): Promise<Outcome> {
  const action = `${context.site.url}/callback/${provider.id}`
  const props = { action, email, fields: { token, email, callbackUrl, ...(carried && { carried }) } }
  return showForm(context, { props }, (page) => confirmPage(page))
}

/** Returns the identity of a user who has proved that they own the mailbox. */
export async function toVerifiedIdentity(
  context: ActionContext,
  provider: EmailConfig,
  {
    identifier,
    ...more
  }: Pick<EmailRequest, "identifier" | "callbackUrl" | "remember" | "carry"> & Pick<AddressState, "epoch" | "userId">,
): Promise<VerifiedIdentity> {
  return {
    identity: {
      user: { email: identifier },
      account: { provider: provider.id, providerAccountId: identifier, type: "email" },
      emailProven: true,
    },
    callbackUrl: more.callbackUrl,
    remember: more.remember,
    appState: more.carry,
    proof: { kind: "email" },
    // A change of the address that runs meanwhile starts another epoch, and then this sign-in opens nothing
    epoch: more.epoch,
    userId: more.userId,
    cookies: clearEmailRequest(context),
    signedInCookies: await rememberBrowser(context, emailIdentity(context.settings, provider, identifier)),
  }
}
