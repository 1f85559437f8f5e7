import { oidcWith } from "../define.ts"
import { valueAt } from "../fields.ts"
import { b2cUserFlow } from "../quirks/entra.ts"
import { issuerOption, optionalOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Azure AD B2C. Its other fields are untyped. */
export interface AzureADB2CProfile extends UntypedProfile {
  exp: number
  nbf: number
  ver: string
  iss: string
  sub: string
  aud: string
  iat: number
  auth_time: number
  oid: string
  country: string
  name: string
  postalCode: string
  emails: string[]
  tfp: string
  preferred_username: string
}

/**
 * Signs in with Azure AD B2C. Register the redirect URI `https://your.site/auth/callback/azure-ad-b2c`, and set
 * `AUTH_AZURE_AD_B2C_ID`, `AUTH_AZURE_AD_B2C_SECRET` and `AUTH_AZURE_AD_B2C_ISSUER`.
 *
 * @see https://learn.microsoft.com/en-us/azure/active-directory-b2c/openid-connect
 */
export const AzureADB2C = oidcWith<AzureADB2CProfile>()("azure-ad-b2c", "Azure AD B2C", {
  options: {
    issuer: issuerOption(
      "https://{tenant}.b2clogin.com/{tenantId}/v2.0, or the user flow's URL, as in next-auth 4",
      "tenantId",
    ),
    tenantId: optionalOption("Instead of `issuer`, as in next-auth 4: the tenant's name, such as `acme`"),
    primaryUserFlow: optionalOption("With `tenantId`: the user flow, such as `B2C_1_signin`"),
    wellKnown: optionalOption(
      "https://{tenant}.b2clogin.com/{tenant}.onmicrosoft.com/{policy}/v2.0/.well-known/openid-configuration",
    ),
  },
  derive: b2cUserFlow,
  scopes: "openid offline_access",
  profile: {
    name: ({ name, preferred_username }) => name || preferred_username,
    email: ({ emails, email }) => valueAt(emails, "[0]") || email,
    image: null,
  },
  deprecated:
    "Not sold to new customers since 2025-05-01; existing tenants keep working. Successor: Microsoft Entra External ID.",
  compat: { 4: { name: "Azure Active Directory B2C" } },
  emailTrust: "idp",
  docs: { email: "The tenant's user flows decide which addresses are verified, and there is no flag." },
})

export default AzureADB2C
