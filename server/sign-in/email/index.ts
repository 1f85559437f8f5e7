import { openAppState } from "../../http/app-state.ts"
import { AuthError } from "../../errors.ts"
import type { Outcome } from "../../http/outcome.ts"
import type { EmailConfig } from "../../providers/types.ts"
import { requestedRedirect } from "../../http/redirect-url.ts"
import type { ActionContext } from "../../sessions/action-context.ts"
import type { VerifiedIdentity } from "../../accounts/types.ts"
import { findLinkAddress } from "./bare-link.ts"
import { verifyCode } from "./code.ts"
import { confirmationPage } from "./confirmation.ts"
import { toVerifiedIdentity } from "./identified.ts"
import { isIdentifier } from "./identifier.ts"
import { isRequestedByBrowser } from "./request.ts"
import { redeemMagicLink, voidMagicLinks } from "./tokens.ts"

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
  const { method, body, query } = context
  if (method === "POST" && body.fields["code"] !== undefined) return verifyCode(context, provider)
  const parameters = method === "POST" ? readFields(body.fields) : readQuery(query)
  const email = parameters.email ?? (await findLinkAddress(context, provider, parameters.token))
  if (email === undefined || !isIdentifier(provider, email)) throw incompleteLinkError()
  const callbackUrl = await requestedRedirect(context, parameters.callbackUrl)
  if (method === "GET" && !(await isRequestedByBrowser(context, provider, email))) {
    return confirmationPage(context, provider, { ...parameters, email, callbackUrl })
  }
  const link = await redeemMagicLink(context, { identifier: email, token: parameters.token })
  if (!link)
    throw new AuthError("Verification", "The link was already used, has expired, or belongs to another address")
  await voidMagicLinks(context, email)
  const carry = await openAppState(context, parameters.carried, email)
  return toVerifiedIdentity(context, provider, { identifier: email, callbackUrl, carry, ...link })
}

interface LinkParameters {
  token: string
  /** Missing in the links of some Auth.js apps. */
  email: string | undefined
  callbackUrl: string | undefined
  carried: string | undefined
}

function readQuery(query: URLSearchParams): LinkParameters {
  for (const name of ["token", "email"]) if (query.getAll(name).length > 1) throw incompleteLinkError()
  const [token, email, callbackUrl, carried] = ["token", "email", "callbackUrl", "carried"].map(
    (name) => query.get(name) ?? undefined,
  )
  return requireParameters({ token, email, callbackUrl, carried })
}

function readFields(fields: Readonly<Record<string, string | undefined>>): LinkParameters {
  const { token, email, callbackUrl, carried } = fields
  return requireParameters({ token, email, callbackUrl, carried })
}

function requireParameters({
  token,
  email,
  ...more
}: Omit<LinkParameters, "token"> & { token: string | undefined }): LinkParameters {
  if (!token?.trim() || token.length > MAX_LENGTH || email?.trim() === "" || (email?.length ?? 0) > MAX_LENGTH)
    throw incompleteLinkError()
  return { token, email, ...more }
}

function incompleteLinkError(): AuthError {
  return new AuthError("Verification", "The link must contain one token and one address")
}
