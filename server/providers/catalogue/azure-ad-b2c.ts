import { oidc } from "../define.ts"
import { optional, required } from "../rows.ts"

/** @see https://learn.microsoft.com/en-us/azure/active-directory-b2c/openid-connect */
export const AzureADB2C = oidc("azure-ad-b2c", "Azure AD B2C", {
  options: {
    issuer: required("https://{tenant}.b2clogin.com/{tenantId}/v2.0"),
    wellKnown: optional(
      "https://{tenant}.b2clogin.com/{tenant}.onmicrosoft.com/{policy}/v2.0/.well-known/openid-configuration",
    ),
  },
  issuer: "{issuer}",
  scopes: "openid offline_access",
  profile: { name: "name|preferred_username", email: "emails[0]|email", emailVerified: null, image: null },
  deprecated:
    "Not sold to new customers since 2025-05-01; existing tenants keep working. Successor: Microsoft Entra External ID.",
})
