import type { AuthRequest, RequestContext } from "../request/auth-request.ts"
import { withSearchParams } from "../request/redirect-url.ts"
import type { AuthorizationTransaction } from "./oauth-transaction.ts"

const ATTEMPT = /^[\w-]{16,64}$/

/** Returns the id that the page gave to its popup sign-in, if it is one. */
export function readPopupAttempt({ body }: AuthRequest): string | undefined {
  const name = body.fields["popup"]
  return name !== undefined && ATTEMPT.test(name) ? name : undefined
}

/** Returns the URL where a flow ends: its target, or the page that closes the popup and leads there. */
export function finalUrl(
  { popup, callbackUrl }: Pick<AuthorizationTransaction, "popup" | "callbackUrl">,
  { site }: RequestContext,
): string {
  if (popup === undefined) return callbackUrl
  return withSearchParams(`${site.basePath}/popup`, site.origin, { attempt: popup, callbackUrl })
}
