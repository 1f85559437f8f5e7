import type { Identified } from "../accounts/types.ts"
import { AuthError } from "../errors.ts"
import type { Outcome } from "../http/outcome.ts"
import type { Routed } from "../sessions/action-context.ts"
import { identifyByCredentials } from "./credentials.ts"
import { identifyByOAuth } from "./oauth-callback.ts"
import { passOn } from "./redirect-proxy.ts"

/** Lets the provider's kind say who this is; an outcome instead asks the visitor for one more step. */
export async function identify(routed: Routed): Promise<Identified | Outcome> {
  const { provider, method } = routed
  switch (provider?.type) {
    case "oauth":
    case "oidc":
      return (await passOn(routed, provider)) ?? identifyByOAuth(routed, provider)
    case "email":
      return (await import("./email/index.ts")).identifyByEmail(routed, provider)
    case "webauthn":
      return (await import("./passkey/index.ts")).identifyByPasskey(routed, provider)
    case "credentials":
      if (method === "POST") return identifyByCredentials(routed, provider)
      throw new AuthError("InvalidRequest", "Credentials come by POST, never in a URL")
    default:
      throw new AuthError("InvalidProvider", `The path names no provider that answers to a callback`)
  }
}
