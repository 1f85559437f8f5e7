import { oidc } from "../define.ts"
import { joinText } from "../fields.ts"
import { optionalOption } from "../rows.ts"

/**
 * Signs in with FranceConnect. Register the redirect URI `https://your.site/auth/callback/franceconnect`, and set
 * `AUTH_FRANCECONNECT_ID` and `AUTH_FRANCECONNECT_SECRET`. A service that uses FranceConnect must offer its logout:
 * set `endSession`.
 *
 * @see https://docs.partenaires.franceconnect.gouv.fr/
 */
export const FranceConnect = oidc("franceconnect", "FranceConnect", {
  options: {
    issuer: optionalOption(
      "https://fcp-low.integ01.dev-franceconnect.fr/api/v2 for test",
      "https://oidc.franceconnect.gouv.fr/api/v2",
    ),
  },
  issuer: "{issuer}",
  authorization: { params: { acr_values: "eidas1" } },
  scopes: "openid given_name family_name preferred_username email",
  pkce: false,
  clientAuth: "post",
  idToken: false,
  profile: {
    name: ({ given_name, family_name }) => joinText(given_name, family_name),
    emailVerified: null,
    image: null,
  },
  client: { userinfo_signed_response_alg: "RS256" },
  emailTrust: "unverified",
  docs: { email: "FranceConnect proves the person. The user enters the address." },
})

export default FranceConnect
