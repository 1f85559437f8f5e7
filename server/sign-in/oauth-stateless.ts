import { AuthError } from "../errors.ts"
import type { RequestContext } from "../http/auth-request.ts"
import type { OAuthConfig } from "../providers/types.ts"
import { requestedRedirect } from "../http/redirect-url.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { warnOfMove } from "../config/warn-once.ts"
import { newestStateless, type AuthorizationTransaction } from "./oauth-transaction.ts"
import { redirectProxyFor } from "./redirect-proxy.ts"

/**
 * Returns whether a provider gets no `state`. Auth.js sends none with `checks: ["none"]`, and its preset keeps that.
 * Otherwise a state is always sent. Without one, another site can sign its users in to an account of its choice.
 */
export function isStateless(context: RequestContext, provider: OAuthConfig): boolean {
  const { checks } = provider
  const off = context.settings.compat === "authjs" && checks?.includes("none") === true && !checks.includes("state")
  return off && redirectProxyFor(context, provider) === undefined // the redirect proxy reads the return URL from the state
}

/**
 * Returns the flow that a response without `state` belongs to: the newest one of this browser, or a new one if the
 * provider started the sign-in itself. Nothing proves that the user wanted the latter, so it never links an account.
 *
 * @throws {AuthError} `OAuthCallbackError` if a user is signed in and this browser started no flow
 */
export async function statelessTransaction(
  context: ActionContext,
  { id }: OAuthConfig,
): Promise<AuthorizationTransaction> {
  const open = await newestStateless(context, id)
  if (open) return open
  if ((await context.reading()).kind === "live") {
    warnOfMove(context.settings, "authjs-provider-started")
    throw new AuthError(
      "OAuthCallbackError",
      `${id} sent a user, but another user is signed in and this browser started no sign-in`,
    )
  }
  const callbackUrl = await requestedRedirect(context)
  const redirectUri = `${context.site.url}/callback/${id}`
  return { provider: id, state: "", stateless: true, browser: "", user: null, callbackUrl, redirectUri }
}
