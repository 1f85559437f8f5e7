import { AuthError } from "../../errors.ts"
import { lazy } from "../../lazy.ts"
import type { ProviderConfig } from "../../providers/types.ts"
import type { ActionContext } from "../request/action-context.ts"
import type { Outcome } from "../request/outcome.ts"
import type { VerifiedIdentity } from "../users/types.ts"
import { identifyByCredentials } from "./credentials.ts"
import type { SignInFeature } from "./feature.ts"
import { identifyByOAuth } from "./oauth-callback.ts"

const identifyByEmail = lazy(() => import("../mailbox/index.ts"), "identifyByEmail")

/**
 * Identifies the user with the provider's sign-in method. Returns an outcome if the user must complete another step.
 */
export async function identify(context: ActionContext): Promise<VerifiedIdentity | Outcome> {
  const { provider, method } = context
  switch (provider?.type) {
    case "oauth":
    case "oidc":
      return identifyByOAuth(context, provider)
    case "email":
      return identifyByEmail(context, provider)
    case "credentials":
      if (method !== "POST") throw new AuthError("InvalidRequest", "Credentials must be sent by POST, not in a URL")
      return identifyByFeature(context, provider) ?? identifyByCredentials(context, provider)
    default: {
      const identified = provider && identifyByFeature(context, provider)
      if (!identified) throw new AuthError("InvalidProvider", `The path names no provider with a callback`)
      return identified
    }
  }
}

function identifyByFeature(context: ActionContext, provider: ProviderConfig) {
  const features: readonly SignInFeature[] = context.settings.features
  for (const feature of features) {
    const identified = feature.identify?.(context, provider)
    if (identified) return identified
  }
  return undefined
}
