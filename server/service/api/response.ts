import { AuthError } from "../../errors.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { serializeCookies } from "../../core/request/respond.ts"
import type { HelperResponse } from "./types.ts"

/** Returns what server code sends after a helper's action. @throws {AuthError} `InvalidRequest` if that is a page */
export function toHelperResponse(outcome: Outcome): HelperResponse {
  if (outcome.kind !== "redirect")
    throw new AuthError("InvalidRequest", "This sign-in must show a page, so server code can't start it")
  const { to: url, cookies = [], step } = outcome
  return { url, cookies: serializeCookies(cookies), ...(step && { step }) }
}

/** Returns what server code sends after a sign-in, with the headers that it may have. */
export function toSignInResponse(outcome: Outcome): HelperResponse {
  const response = toHelperResponse(outcome)
  const { headers, insteadOfHeaders = [] } = outcome
  if (!headers || insteadOfHeaders.length === 0) return response
  return { ...response, cookies: [...response.cookies, ...serializeCookies(insteadOfHeaders)], headers }
}
