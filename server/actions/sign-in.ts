import type { Outcome } from "../http/outcome.ts"
import { startOAuth } from "../sign-in/oauth-start.ts"
import { requireStepUp } from "../accounts/step-up.ts"
import { AuthError } from "../errors.ts"
import { pageUrl, requestedRedirect } from "../http/redirect-url.ts"
import type { OAuthConfig } from "../providers/types.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { callback } from "./callback.ts"

/** `POST signin/<provider>`: starts a sign-in. Without a provider it redirects to the sign-in page. */
export async function signIn(context: ActionContext): Promise<Outcome> {
  const { provider, body, query } = context
  const callbackUrl = await requestedRedirect(context, body.fields["callbackUrl"], query.get("callbackUrl"))
  if (!provider) return { kind: "redirect", to: pageUrl(context, "signIn", { callbackUrl }) }
  switch (provider.type) {
    case "oauth":
    case "oidc":
      await requireStepUpToLink(context, provider)
      return startOAuth(context, provider, callbackUrl)
    case "email":
      return (await import("../sign-in/email/start.ts")).startEmail(context, provider, callbackUrl)
    case "credentials":
      return callback(context)
    default:
      throw new AuthError("InvalidProvider", `A sign-in with ${provider.id} doesn't start at this URL`)
  }
}

/**
 * Requires a confirmation before a signed-in user links a provider for the first time. A user who has an account there
 * may sign in with it again. The callback decides in the end.
 */
async function requireStepUpToLink(context: ActionContext, { id }: OAuthConfig): Promise<void> {
  const { adapter, session: options } = context.settings
  if (!adapter?.listAccounts || (options.maxAccounts > 1 && !context.body.fields["link"])) return
  const session = await context.lookupSession()
  if (session.kind === "none" || session.userId === undefined) return
  const accounts = await adapter.listAccounts(session.userId)
  if (!accounts.some(({ provider }) => provider === id)) await requireStepUp(context, session)
}
