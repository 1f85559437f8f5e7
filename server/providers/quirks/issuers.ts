import type { OAuthConfig } from "../types.ts"

/** Accepts ID tokens of the same provider under another spelling of its name. */
export function alsoIssuedBy(...issuers: readonly string[]): NonNullable<OAuthConfig["acceptsIssuer"]> {
  return (issuer) => issuers.includes(issuer)
}
