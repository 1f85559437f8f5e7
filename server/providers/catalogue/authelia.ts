import { markAuthelia } from "../../../components/view/marks/marks.generated.ts"
import { oidc } from "../define.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Authelia. Register the redirect URI `https://your.site/auth/callback/authelia`, and set
 * `AUTH_AUTHELIA_ID`, `AUTH_AUTHELIA_SECRET` and `AUTH_AUTHELIA_ISSUER`.
 *
 * @see https://www.authelia.com/integration/openid-connect/introduction/
 */
export const Authelia = oidc("authelia", "Authelia", {
  mark: markAuthelia,
  options: { issuer: issuerOption("Base URL of the portal") },
  issuer: "{issuer}",
  profile: { name: ({ name, nickname, preferred_username }) => name || nickname || preferred_username },
  idToken: false,
  emailTrust: "idp",
  docs: { email: "Its administrators write the addresses, and `email_verified` is always true.", selfHosted: true },
})

export default Authelia
