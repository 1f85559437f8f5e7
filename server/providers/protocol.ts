import type { ProviderType } from "../../client/contract.ts"
import type { OAuthConfig } from "./types.ts"

/** Returns the type of a provider and its accounts. next-auth 4 uses the type `"oauth"` for OpenID Connect, too. */
export function typeFor<T extends ProviderType>(
  type: T,
  { compatVersion }: { readonly compatVersion?: 4 | 5 | undefined },
): T | "oauth" {
  return compatVersion === 4 && type === "oidc" ? "oauth" : type
}

/** Returns whether the provider posts its response (OAuth 2.0 Form Post Response Mode). */
export function isFormPost({ authorization }: OAuthConfig): boolean {
  if (typeof authorization === "string") return authorization.includes("response_mode=form_post")
  return authorization?.params?.["response_mode"] === "form_post"
}
