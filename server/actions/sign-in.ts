import type { Outcome } from "../outcome.ts"
import { startOAuth } from "../identify/start-oauth.ts"
import { AuthError } from "../errors.ts"
import { withParameters, wantedTarget } from "../redirects.ts"
import type { Routed } from "../routed.ts"
import { callback } from "./callback.ts"

/** `POST signin/<provider>`: starts signing in. Without a provider it leads to the page that offers them. */
export async function signIn(routed: Routed): Promise<Outcome> {
  const { provider, settings, site, body, query } = routed
  const callbackUrl = await wantedTarget(routed, body.fields["callbackUrl"], query.get("callbackUrl"))
  if (!provider) {
    const page = settings.pages.signIn ?? `${site.basePath}/signin`
    return { kind: "redirect", to: withParameters(page, site.origin, { callbackUrl }) }
  }
  switch (provider.type) {
    case "oauth":
    case "oidc":
      return startOAuth(routed, provider, callbackUrl)
    case "email":
      return (await import("../identify/email/start.ts")).startEmail(routed, provider, callbackUrl)
    case "credentials":
      return callback(routed)
    default:
      throw new AuthError("InvalidProvider", `Sign-in with ${provider.id} does not start here`)
  }
}
