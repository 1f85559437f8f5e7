import type { PublicProvider } from "../../client/contract.ts"

/** Whether a provider is a button that leads to another service. */
export const isOAuthProvider = ({ type }: PublicProvider): boolean => type === "oauth" || type === "oidc"

/** Whether another provider of the same type stands beside it: two passwords look the same without their names. */
export function isTypeShared(
  { id, type }: { id: string; type: string },
  { providers }: { providers: readonly { id: string; type: string }[] },
): boolean {
  return providers.some((other) => other.type === type && other.id !== id)
}
