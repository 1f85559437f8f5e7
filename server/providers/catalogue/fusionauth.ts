import { oidc } from "../define.ts"
import { joinText } from "../fields.ts"
import { optionalOption, issuerOption } from "../rows.ts"

/**
 * Signs in with FusionAuth. Register the redirect URI `https://your.site/auth/callback/fusionauth`, and set
 * `AUTH_FUSIONAUTH_ID`, `AUTH_FUSIONAUTH_SECRET` and `AUTH_FUSIONAUTH_ISSUER`.
 *
 * @see https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/
 */
export const FusionAuth = oidc("fusionauth", "FusionAuth", {
  options: {
    issuer: issuerOption("Base URL of the server; must equal the tenant issuer setting"),
    tenantId: optionalOption("Only with several tenants; sent as tenantId to discovery and authorize"),
  },
  issuer: "{issuer}",
  scopes: "openid offline_access email profile",
  nonce: false,
  profile: {
    name: ({ name, preferred_username, given_name, middle_name, family_name }) =>
      name || preferred_username || joinText(given_name, middle_name, family_name),
  },
  authorization: { params: { tenantId: "{tenantId}" } },
  emailTrust: "idp",
  docs: { email: "Its administrators can mark an address as verified.", selfHosted: true },
})

export default FusionAuth
