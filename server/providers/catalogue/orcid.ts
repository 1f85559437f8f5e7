import { markOrcid } from "../../../components/view/marks/marks.generated.ts"
import { oidc } from "../define.ts"
import { joinText } from "../fields.ts"
import { optionalOption } from "../rows.ts"

/**
 * Signs in with ORCID. Register the redirect URI `https://your.site/auth/callback/orcid`, and set `AUTH_ORCID_ID` and
 * `AUTH_ORCID_SECRET`.
 *
 * @see https://info.orcid.org/documentation/api-tutorials/api-tutorial-get-and-authenticated-orcid-id/
 */
export const ORCID = oidc("orcid", "ORCID", {
  mark: markOrcid,
  options: { issuer: optionalOption("https://sandbox.orcid.org for the sandbox", "https://orcid.org") },
  issuer: "{issuer}",
  jwks: "{issuer}/oauth/jwks",
  authorization: "{issuer}/oauth/authorize",
  token: "{issuer}/oauth/token",
  scopes: "openid",
  pkce: false,
  clientAuth: "post",
  profile: {
    name: ({ name, given_name, family_name }) => name || joinText(given_name, family_name),
    email: null,
    emailVerified: null,
    image: null,
  },
  emailTrust: "none",
  docs: { email: "ORCID sends no address." },
})

export default ORCID
