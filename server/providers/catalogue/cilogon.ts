import { oidc } from "../define.ts"
import { joinText } from "../fields.ts"

/**
 * Signs in with CILogon. Register the redirect URI `https://your.site/auth/callback/cilogon`, and set
 * `AUTH_CILOGON_ID` and `AUTH_CILOGON_SECRET`.
 *
 * @see https://www.cilogon.org/oidc
 */
export const CILogon = oidc("cilogon", "CILogon", {
  issuer: "https://cilogon.org",
  jwks: "https://cilogon.org/oauth2/certs",
  authorization: "https://cilogon.org/authorize",
  token: "https://cilogon.org/oauth2/token",
  scopes: "openid email profile org.cilogon.userinfo",
  clientAuth: "post",
  profile: { name: ({ name, given_name, family_name }) => name || joinText(given_name, family_name), image: null },
  emailTrust: "idp",
  docs: { email: "The user's institution asserts the address." },
})

export default CILogon
