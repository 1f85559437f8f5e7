import type { AuthRequest, RequestContext } from "../http/auth-request.ts"
import { withSearchParams } from "../http/redirect-url.ts"
import { resumeTransaction, type AuthorizationTransaction } from "./oauth-transaction.ts"

const ATTEMPT = /^[\w-]{16,64}$/

/** Returns the id that the page gave to its popup sign-in, if it is one. */
export function readPopupAttempt({ body }: AuthRequest): string | undefined {
  const name = body.fields["popup"]
  return name !== undefined && ATTEMPT.test(name) ? name : undefined
}

/** Returns the URL where a flow ends: its target, or the page that closes the popup and leads there. */
export function returnUrl(
  { popup, callbackUrl }: Pick<AuthorizationTransaction, "popup" | "callbackUrl">,
  { site }: RequestContext,
): string {
  if (popup === undefined) return callbackUrl
  return withSearchParams(`${site.basePath}/popup`, site.origin, { attempt: popup, callbackUrl })
}

/** Returns where a failed popup sign-in ends. Other flows have pages for failures, so the result is `undefined`. */
export async function failedReturnUrl({ query, body, target, ...visit }: AuthRequest): Promise<string | undefined> {
  const state = query.get("state") ?? body.fields["state"] ?? null
  if (!target || !state) return undefined
  const transaction = await resumeTransaction(visit, state, target).catch(() => undefined) // its error was already reported
  return transaction?.popup === undefined ? undefined : returnUrl(transaction, visit)
}
