import type { Settings } from "./settings.ts"
import type { OAuthConfig } from "../../providers/types.ts"
import type { OAuthEngine } from "../../oauth/types.ts"

/** Returns the settings that the OAuth engine needs. */
export function oauthEngine({ fetch, now, metadata, logger, compatVersion, production }: Settings): OAuthEngine {
  return { fetch, now, cache: metadata, logger, compatVersion, production }
}

/** Returns whether the provider posts its response (OAuth 2.0 Form Post Response Mode). */
export function isFormPost({ authorization }: OAuthConfig): boolean {
  if (typeof authorization === "string") return authorization.includes("response_mode=form_post")
  return authorization?.params?.["response_mode"] === "form_post"
}
