import { confirmUrl } from "../proofs/step-ups.ts"
import type { AuthRequest, RequestContext } from "../request/auth-request.ts"
import { withSearchParams } from "../request/redirect-url.ts"
import { readResponseState, resumeTransaction, type AuthorizationTransaction } from "./oauth-transaction.ts"

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

/** Where a flow that failed leads, instead of a page for failures. */
interface FailedReturn {
  url: string
  /** The error to show there, if only one is known there. */
  error?: "OAuthCallbackError"
}

/**
 * Returns where a failed popup sign-in or a failed confirmation ends. Other flows have pages for failures, so the
 * result is `undefined`.
 */
export async function failedReturn(authRequest: AuthRequest): Promise<FailedReturn | undefined> {
  const { query, body, target, ...context } = authRequest
  const state = readResponseState(query) ?? body.fields["state"] ?? null
  if (!target || !state) return undefined
  const transaction = await resumeTransaction(context, state, target).catch(() => undefined) // its error was already reported
  if (!transaction) return undefined
  const { confirm, popup, callbackUrl } = transaction
  if (popup !== undefined) return { url: finalUrl(transaction, context) }
  // The user is still signed in
  if (!confirm) return undefined
  const url = withSearchParams(confirmUrl(context, confirm), context.site.origin, { callbackUrl })
  return { url, error: "OAuthCallbackError" }
}
