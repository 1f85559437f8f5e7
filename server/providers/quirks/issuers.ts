import type { OAuthConfig } from "../types.ts"

/** Accepts ID tokens of the same provider with another spelling of its issuer. */
export function alsoIssuedBy(...issuers: readonly string[]): NonNullable<OAuthConfig["acceptsIssuer"]> {
  return (issuer) => issuers.includes(issuer)
}
