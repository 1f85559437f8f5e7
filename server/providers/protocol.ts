import type { ProviderType } from "../../client/contract.ts"
import { normalizeEmail } from "./email-address.ts"
import type { OAuthConfig, OIDCConfig, ProviderConfig } from "./types.ts"

/** Returns the type of a provider and its accounts. next-auth 4 uses the type `"oauth"` for OpenID Connect, too. */
export function typeFor<T extends ProviderType>(
  type: T,
  { compatVersion }: { readonly compatVersion?: 4 | 5 | undefined },
): T | "oauth" {
  return compatVersion === 4 && type === "oidc" ? "oauth" : type
}

/** Returns whether users sign in at the provider with OAuth 2.0 or OpenID Connect. */
export function isOAuth(provider: ProviderConfig | undefined): provider is OAuthConfig | OIDCConfig {
  return provider?.type === "oauth" || provider?.type === "oidc"
}

/** Returns whether the app checks passwords of its own, by a credentials provider that isn't `Password()`. */
export function isOwnPassword(provider: ProviderConfig): boolean {
  return provider.type === "credentials" && !provider.storedPasswords
}

/** Returns whether the provider posts its response (OAuth 2.0 Form Post Response Mode). */
export function isFormPost({ authorization }: OAuthConfig): boolean {
  if (typeof authorization === "string") return authorization.includes("response_mode=form_post")
  return authorization?.params?.["response_mode"] === "form_post"
}

/**
 * Returns whether a provider's word about an address counts. A company runs its own provider, so that counts for its
 * own domains only.
 *
 * @param settings the provider of each email domain
 */
export function mayVerifyAddress(
  { domains }: { readonly domains: ReadonlyMap<string, string> },
  provider: string,
  address: unknown,
): boolean {
  const own = [...domains].filter(([, id]) => id === provider).map(([domain]) => domain)
  return own.length === 0 || own.includes(normalizeEmail(address)?.split("@").at(-1) ?? "")
}
