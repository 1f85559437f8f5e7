import type { VerifiedIdentity } from "../accounts/types.ts"
import { AuthError } from "../errors.ts"
import type { Outcome } from "../http/outcome.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { identifyByCredentials } from "./credentials.ts"
import { identifyByOAuth } from "./oauth-callback.ts"
import { forwardToOrigin } from "./redirect-proxy.ts"

/** Lets the provider's kind say who this is; an outcome instead asks the visitor for one more step. */
export async function identify(context: ActionContext): Promise<VerifiedIdentity | Outcome> {
  const { provider, method } = context
  switch (provider?.type) {
    case "oauth":
    case "oidc":
      return (await forwardToOrigin(context, provider)) ?? identifyByOAuth(context, provider)
    case "email":
      return (await import("./email/index.ts")).identifyByEmail(context, provider)
    case "webauthn":
      return (await import("./passkey/index.ts")).identifyByPasskey(context, provider)
    case "credentials":
      if (method === "POST") return identifyByCredentials(context, provider)
      throw new AuthError("InvalidRequest", "Credentials come by POST, never in a URL")
    default:
      throw new AuthError("InvalidProvider", `The path names no provider that answers to a callback`)
  }
}
