import type { ProviderType } from "../../client/contract.ts"

/** Returns the type of a provider and its accounts. next-auth 4 uses the type `"oauth"` for OpenID Connect, too. */
export function typeFor<T extends ProviderType>(
  type: T,
  { compatVersion }: { readonly compatVersion?: 4 | 5 | undefined },
): T | "oauth" {
  return compatVersion === 4 && type === "oidc" ? "oauth" : type
}
