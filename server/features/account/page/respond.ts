import type { AccountDetails, AccountErrorCode } from "../../../../client/account-contract.ts"
import type { SetCookie } from "../../../core/cookies/options.ts"
import type { Outcome } from "../../../core/request/outcome.ts"
import { returnTo, withSearchParams } from "../../../core/request/redirect-url.ts"
import type { ActionContext } from "../../../core/request/action-context.ts"
import { ACCOUNT_ERROR_STATUS } from "../../../core/request/failures.ts"

/**
 * Responds to a change of the account that was rejected: a fetch gets the error, and a form is redirected back with it.
 */
export async function accountError(context: ActionContext, error: AccountErrorCode): Promise<Outcome> {
  if (context.wants === "json") return { kind: "json", status: ACCOUNT_ERROR_STATUS[error], body: { error } }
  return toCallback(context, [], error)
}

/** Responds to a change of the account: a fetch gets the new details, and a form is redirected back. */
export async function accountChanged(
  context: ActionContext,
  account: AccountDetails | null,
  cookies: readonly SetCookie[],
): Promise<Outcome> {
  return context.wants === "json" ? { kind: "json", body: account, cookies } : toCallback(context, cookies)
}

async function toCallback(
  context: ActionContext,
  cookies: readonly SetCookie[],
  error?: AccountErrorCode,
): Promise<Outcome> {
  const to = await returnTo(context, "/")
  return { kind: "redirect", status: 303, to: withSearchParams(to, context.site.origin, { error }), cookies }
}
