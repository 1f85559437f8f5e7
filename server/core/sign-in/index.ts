import type { VerifiedIdentity } from "../users/types.ts"
import { AuthError } from "../../errors.ts"
import type { Outcome } from "../request/outcome.ts"
import type { ActionContext } from "../request/action-context.ts"
import { passwordSettings } from "../config/passwords.ts"
import type { CredentialsConfig } from "../../providers/types.ts"
import { identifyByCredentials } from "./credentials.ts"
import { identifyByOAuth } from "./oauth-callback.ts"
import { forwardToOrigin } from "./redirect-proxy.ts"
import { lazy } from "../../lazy.ts"

const identifyByEmail = lazy(() => import("../mailbox/index.ts"), "identifyByEmail")
const identifyByPasskey = lazy(() => import("../../features/passkeys/index.ts"), "identifyByPasskey")
const identifyByPassword = lazy(() => import("../../features/password/sign-in.ts"), "identifyByPassword")

/**
 * Identifies the user with the provider's sign-in method. Returns an outcome if the user must complete another step.
 */
export async function identify(context: ActionContext): Promise<VerifiedIdentity | Outcome> {
  const { provider, method } = context
  switch (provider?.type) {
    case "oauth":
    case "oidc":
      return (await forwardToOrigin(context, provider)) ?? identifyByOAuth(context, provider)
    case "email":
      return identifyByEmail(context, provider)
    case "webauthn":
      return identifyByPasskey(context, provider)
    case "credentials":
      if (method === "POST") return identifyByForm(context, provider)
      throw new AuthError("InvalidRequest", "Credentials must be sent by POST, not in a URL")
    default:
      throw new AuthError("InvalidProvider", `The path names no provider with a callback`)
  }
}

async function identifyByForm(context: ActionContext, provider: CredentialsConfig): Promise<VerifiedIdentity> {
  const passwords = provider.storedPasswords && passwordSettings(context.settings)
  if (!passwords) return identifyByCredentials(context, provider)
  return identifyByPassword(context, passwords)
}
