import type { Settings } from "./settings.ts"
import type { OAuthConfig } from "../providers/types.ts"
import type { OAuthEngine } from "../oauth/types.ts"

/** The engine's surroundings, out of the settings. */
export function oauthEngine({ fetch, now, metadata, logger, compatVersion }: Settings): OAuthEngine {
  return { fetch, now, cache: metadata, logger, compatVersion }
}

/** Whether the provider posts its answer (OAuth 2.0 Form Post Response Mode). */
export function isFormPost({ authorization }: OAuthConfig): boolean {
  if (typeof authorization === "string") return authorization.includes("response_mode=form_post")
  return authorization?.params?.["response_mode"] === "form_post"
}
