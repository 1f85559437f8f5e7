import { AuthError } from "../../errors.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
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

/** Returns what server code sends after a sign-in, with the registration of a session that may be bound to a device. */
export async function toSignInResponse(context: RequestContext, outcome: Outcome): Promise<HelperResponse> {
  const response = toHelperResponse(outcome)
  const { headers } = outcome
  if (!context.settings.session.deviceBound || !headers) return response
  const { keepRegistration } = await import("../../features/device-bound/pending-registration.ts")
  const kept = serializeCookies(keepRegistration(context, headers))
  return { ...response, cookies: [...response.cookies, ...kept], headers }
}
