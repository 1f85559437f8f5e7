import type { Settings } from "../config/settings.ts"
import { isFormPost } from "../config/oauth-engine.ts"
import { warnOnce } from "../config/warn-once.ts"

/** Warns once, in development, if the framework's CSRF check will reject a provider's `form_post` response. */
export function warnOfCoveredFormPost(settings: Settings): void {
  const { production, providers } = settings
  const posts = [...providers.values()].some(
    (provider) => (provider.type === "oauth" || provider.type === "oidc") && isFormPost(provider),
  )
  if (posts && !production) warnOnce(settings, "form-post-covered")
}
