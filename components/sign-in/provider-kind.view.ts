import type { PublicProvider } from "../../client/contract.ts"

/** Returns whether a provider is a button that redirects to another site. */
export const isOAuthProvider = ({ type }: PublicProvider): boolean => type === "oauth" || type === "oidc"

/** Returns whether another provider has the same type: two password forms look the same without their names. */
export function isTypeShared(
  { id, type }: { id: string; type: string },
  { providers }: { providers: readonly { id: string; type: string }[] },
): boolean {
  return providers.some((other) => other.type === type && other.id !== id)
}
