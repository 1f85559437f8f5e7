import type { ProviderType } from "../../client/contract.ts"

/** The type of a provider and its accounts. Providers of next-auth 4 with OpenID Connect have the type `"oauth"` too. */
export function typeFor<T extends ProviderType>(
  type: T,
  { compatVersion }: { readonly compatVersion?: 4 | 5 | undefined },
): T | "oauth" {
  return compatVersion === 4 && type === "oidc" ? "oauth" : type
}
