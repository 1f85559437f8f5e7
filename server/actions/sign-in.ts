import type { Outcome } from "../http/outcome.ts"
import { startOAuth } from "../sign-in/oauth-start.ts"
import { AuthError } from "../errors.ts"
import { pageUrl } from "../http/page-url.ts"
import { requestedRedirect } from "../http/redirect-url.ts"
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
      return startOAuth(context, provider, callbackUrl)
    case "email":
      return (await import("../sign-in/email/start.ts")).startEmail(context, provider, callbackUrl)
    case "credentials":
      return callback(context)
    default:
      throw new AuthError("InvalidProvider", `A sign-in with ${provider.id} doesn't start at this URL`)
  }
}
