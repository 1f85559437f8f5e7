import { openCarry } from "../../http/app-state.ts"
import { AuthError } from "../../errors.ts"
import type { Outcome } from "../../http/outcome.ts"
import type { EmailConfig } from "../../providers/types.ts"
import { wantedTarget } from "../../http/redirect-url.ts"
import type { Routed } from "../../sessions/action-context.ts"
import type { Identified } from "../../accounts/types.ts"
import { addressOfLink } from "./bare-link.ts"
import { checkCode } from "./code.ts"
import { confirmation } from "./confirmation.ts"
import { identified } from "./identified.ts"
import { isIdentifier } from "./identifier.ts"
import { requestedHere } from "./request.ts"
import { redeemLink, voidLinks } from "./tokens.ts"

const MAX_LENGTH = 512

/**
 * Uses an emailed link, or the code beside it. A link that is opened in the browser that requested it signs in. Anywhere else
 * (another browser, a mail scanner, a preview) it shows a page with one button, whose POST uses the link up. One use voids every
 * other link and code that was sent to the address.
 */
export async function identifyByEmail(routed: Routed, provider: EmailConfig): Promise<Identified | Outcome> {
  const { method, body, query } = routed
  if (method === "POST" && body.fields["code"] !== undefined) return checkCode(routed, provider)
  const given = method === "POST" ? fieldsOf(body.fields) : parametersOf(query)
  const email = given.email ?? (await addressOfLink(routed, provider, given.token))
  if (email === undefined || !isIdentifier(provider, email)) throw incomplete()
  const callbackUrl = await wantedTarget(routed, given.callbackUrl)
  if (method === "GET" && !(await requestedHere(routed, provider, email))) {
    return confirmation(routed, provider, { ...given, email, callbackUrl })
  }
  const link = await redeemLink(routed, { identifier: email, token: given.token })
  if (!link) throw new AuthError("Verification", "The link was used before, is too old, or belongs to another address")
  await voidLinks(routed, email)
  const carry = await openCarry(routed, given.carried, email)
  return identified(routed, provider, { identifier: email, callbackUrl, carry, ...link })
}

interface Given {
  token: string
  /** Missing in a link of some apps that Auth.js served. */
  email: string | undefined
  callbackUrl: string | undefined
  carried: string | undefined
}

function parametersOf(query: URLSearchParams): Given {
  for (const name of ["token", "email"]) if (query.getAll(name).length > 1) throw incomplete()
  const [token, email, callbackUrl, carried] = ["token", "email", "callbackUrl", "carried"].map(
    (name) => query.get(name) ?? undefined,
  )
  return checked({ token, email, callbackUrl, carried })
}

function fieldsOf(fields: Readonly<Record<string, string | undefined>>): Given {
  const { token, email, callbackUrl, carried } = fields
  return checked({ token, email, callbackUrl, carried })
}

function checked({ token, email, ...more }: Omit<Given, "token"> & { token: string | undefined }): Given {
  if (!token?.trim() || token.length > MAX_LENGTH || email?.trim() === "" || (email?.length ?? 0) > MAX_LENGTH)
    throw incomplete()
  return { token, email, ...more }
}

function incomplete(): AuthError {
  return new AuthError("Verification", "The link lacks its token or its address, or has one of them twice")
}
