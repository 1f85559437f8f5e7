import { oidc } from "../define.ts"
import { optional } from "../rows.ts"

/** @see https://info.orcid.org/documentation/api-tutorials/api-tutorial-get-and-authenticated-orcid-id/ */
export const ORCID = oidc("orcid", "ORCID", {
  options: { issuer: optional("https://sandbox.orcid.org for the sandbox", "https://orcid.org") },
  issuer: "{issuer}",
  jwks: "{issuer}/oauth/jwks",
  authorization: "{issuer}/oauth/authorize",
  token: "{issuer}/oauth/token",
  scopes: "openid",
  pkce: false,
  clientAuth: "post",
  profile: { name: "name|`{given_name} {family_name}`", email: null, emailVerified: null, image: null },
})
