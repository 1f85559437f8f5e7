import type { AuthRequest, RequestContext } from "../http/auth-request.ts"
import { withSearchParams } from "../http/redirect-url.ts"
import { resumeTransaction, type AuthorizationTransaction } from "./oauth-transaction.ts"

const ATTEMPT = /^[\w-]{16,64}$/

/** The name that a page gave to an attempt which runs in a window of its own. */
export function readPopupAttempt({ body }: AuthRequest): string | undefined {
  const name = body.fields["popup"]
  return name !== undefined && ATTEMPT.test(name) ? name : undefined
}

/** Where a flow ends: at its target, or where its window closes, which leads there. */
export function returnUrl(
  { popup, callbackUrl }: Pick<AuthorizationTransaction, "popup" | "callbackUrl">,
  { site }: RequestContext,
): string {
  if (popup === undefined) return callbackUrl
  return withSearchParams(`${site.basePath}/popup`, site.origin, { attempt: popup, callbackUrl })
}

/** Where the failed flow of a callback ends, if it runs in a window of its own; other flows have pages for that. */
export async function failedReturnUrl({ query, body, target, ...visit }: AuthRequest): Promise<string | undefined> {
  const state = query.get("state") ?? body.fields["state"] ?? null
  if (!target || !state) return undefined
  const transaction = await resumeTransaction(visit, state, target).catch(() => undefined) // what is wrong with it, was said
  return transaction?.popup === undefined ? undefined : returnUrl(transaction, visit)
}
