import { accountPage as accountHtml } from "../../../../components/html/feature-pages.ts"
import { ACCOUNT_CHANGES, type AccountDetails, type AccountErrorCode } from "../../../../client/account-contract.ts"
import type { SetCookie } from "../../../core/cookies/options.ts"
import { oneOf } from "../../../core/request/form.ts"
import type { Outcome } from "../../../core/request/outcome.ts"
import { pageUrl, returnTo, withSearchParams } from "../../../core/request/redirect-url.ts"
import type { ActionContext } from "../../../core/request/action-context.ts"
import { showForm } from "../../../core/pages/form.ts"
import { ACCOUNT_ERROR_STATUS } from "../../../core/request/failures.ts"

const PAGE_CHANGES = [...ACCOUNT_CHANGES, "add-passkey", "link", "export", "new-recovery-codes"] as const

export const readAccountError = (query: URLSearchParams): string | undefined =>
  /^\w{1,64}$/.exec(query.get("error") ?? "")?.[0]

/** Renders the account's page, which needs no script. An anonymous user is led to the sign-in page, and back. */
export async function accountPage(
  context: ActionContext,
  account: AccountDetails | null,
  sessionCookies: readonly SetCookie[],
): Promise<Outcome> {
  const { site, query, settings } = context
  const callbackUrl = `${site.url}/account`
  if (!account) return { kind: "redirect", to: pageUrl(context, "signIn", { callbackUrl }), cookies: sessionCookies }
  const change = oneOf(query.get("change"), PAGE_CHANGES)
  const error = readAccountError(query)
  const name = account.email?.pending?.email ?? ""
  const props = {
    details: account,
    callbackUrl,
    error,
    change,
    now: settings.now(),
    done: change !== undefined && error === undefined && { change, name },
    homeUrl: site.home,
  }
  const outcome = await showForm(context, { props, cookies: sessionCookies }, (page) => accountHtml(page))
  return withPicture(outcome, account.user.image)
}

/** Allows the user's own picture on the page. */
function withPicture(outcome: Outcome, image: string | null | undefined): Outcome {
  const origin = image?.startsWith("https:") ? URL.parse(image)?.origin : undefined
  return outcome.kind === "page" && origin ? { ...outcome, images: [...(outcome.images ?? []), origin] } : outcome
}

/**
 * Redirects a form of the account back to its page, with the error if the change was rejected. The built-in page learns
 * what changed, so that it can say so.
 */
export async function returnToAccount(
  context: ActionContext,
  { error, ...more }: { error?: string | undefined } & Pick<Outcome, "cookies" | "headers">,
): Promise<Outcome> {
  const { site, body } = context
  const { change } = body.fields
  const to = await returnTo(context, "/")
  const { origin, pathname } = new URL(to)
  const isBuiltIn = origin === site.origin && pathname === `${site.basePath}/account`
  const target = withSearchParams(to, site.origin, { error, change: isBuiltIn ? change : undefined })
  return { kind: "redirect", status: 303, to: target, ...more }
}

/** Rejects a change of the account: a fetch gets the error, and a form is redirected back to the account's page. */
export async function rejectChange(
  context: ActionContext,
  error: AccountErrorCode,
  retryAfter?: number,
): Promise<Outcome> {
  const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }
  if (context.wants === "page") return returnToAccount(context, { error, headers })
  return { kind: "json", status: ACCOUNT_ERROR_STATUS[error], body: { error }, headers }
}

/**
 * Responds to a change of the account that was rejected: a fetch gets the error, and a form is redirected back with it.
 */
export async function accountError(context: ActionContext, error: AccountErrorCode): Promise<Outcome> {
  if (context.wants === "json") return rejectChange(context, error)
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
