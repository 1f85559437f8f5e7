import type { Settings } from "../config/settings.ts"
import { isFormPost } from "../config/oauth-engine.ts"
import { warnOnce } from "../config/warn-once.ts"

/** Warns in development, once, that the framework's CSRF check will reject the form of a provider that posts its response. */
export function warnOfCoveredFormPost(settings: Settings): void {
  const { production, providers } = settings
  const posts = [...providers.values()].some(
    (provider) => (provider.type === "oauth" || provider.type === "oidc") && isFormPost(provider),
  )
  if (posts && !production) warnOnce(settings, "form-post-covered")
}
