import { normalEmail } from "../../accounts/email.ts"
import { openCarry } from "../../carry.ts"
import { AuthError } from "../../errors.ts"
import type { Outcome } from "../../outcome.ts"
import type { EmailConfig } from "../../providers/types.ts"
import { wantedTarget } from "../../redirects.ts"
import type { Routed } from "../../routed.ts"
import type { Identified } from "../index.ts"
import { checkCode } from "./code.ts"
import { confirmation } from "./confirmation.ts"
import { identified } from "./identified.ts"
import { rememberedRequest } from "./request.ts"
import { redeemLink } from "./tokens.ts"

const MAX_LENGTH = 512

/**
 * Takes a link from a mail, or the code beside it. A link that is opened in the browser that asked for it signs in; anywhere
 * else (another browser, a mail scanner, a preview) it shows a page with one button, and using it up takes that button's POST.
 */
export async function identifyByEmail(routed: Routed, provider: EmailConfig): Promise<Identified | Outcome> {
  const { method, body, query } = routed
  if (method === "POST" && body.fields["code"] !== undefined) return checkCode(routed, provider)
  const given = method === "POST" ? fieldsOf(body.fields) : parametersOf(query)
  const callbackUrl = await wantedTarget(routed, given.callbackUrl)
  if (method === "GET" && !(await isAskingVisitor(routed, provider, given.email))) {
    return confirmation(routed, provider, { ...given, callbackUrl })
  }
  const link = await redeemLink(routed.settings, { identifier: given.email, token: given.token })
  const carry = await openCarry(routed, given.carried, given.email)
  if (link) return identified(routed, provider, { identifier: given.email, callbackUrl, carry, ...link })
  throw new AuthError("Verification", "The link was used before, is too old, or belongs to another address")
}

interface Given {
  token: string
  email: string
  callbackUrl: string | undefined
  carried: string | undefined
}

function parametersOf(query: URLSearchParams): Given {
  for (const name of ["token", "email"]) if (query.getAll(name).length !== 1) throw incomplete()
  const further = { callbackUrl: query.get("callbackUrl") ?? undefined, carried: query.get("carried") ?? undefined }
  return checked(query.get("token"), query.get("email"), further)
}

function fieldsOf(fields: Readonly<Record<string, string | undefined>>): Given {
  return checked(fields["token"], fields["email"], { callbackUrl: fields["callbackUrl"], carried: fields["carried"] })
}

function checked(
  token: string | null | undefined,
  email: string | null | undefined,
  further: Pick<Given, "callbackUrl" | "carried">,
): Given {
  if (!token?.trim() || !email?.trim() || token.length > MAX_LENGTH || email.length > MAX_LENGTH) throw incomplete()
  // A code is redeemed by its own form alone, where its tries are counted; and no page of ours says what is no address
  if (email.includes("#", email.lastIndexOf("@") + 1) || normalEmail(email) === null) throw incomplete()
  return { token, email, ...further }
}

function incomplete(): AuthError {
  return new AuthError("Verification", "The link lacks its token or its address, or has one of them twice")
}

// The Fetch standard's and the older prefetch headers; scanners and previews send HEAD, or have no cookies
async function isAskingVisitor(routed: Routed, provider: EmailConfig, email: string): Promise<boolean> {
  const { request, headers } = routed
  const purpose = `${headers.get("sec-purpose") ?? ""} ${headers.get("purpose") ?? ""} ${headers.get("x-moz") ?? ""}`
  if (request.method === "HEAD" || /prefetch|prerender|preview/i.test(purpose)) return false
  return (await rememberedRequest(routed, provider.id))?.identifier === email
}
