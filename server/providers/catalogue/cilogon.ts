import { oidc } from "../define.ts"

/**
 * The address is asserted by the home institution.
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
  profile: { name: "name|`{given_name} {family_name}`", emailVerified: null, image: null },
  emailTrust: "idp",
})
