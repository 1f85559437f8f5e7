import type { PublicProvider } from "../../client/contract.ts"

/** Whether a provider is a button that leads to another service. */
export const isButton = ({ type }: PublicProvider): boolean => type === "oauth" || type === "oidc"
