import { markGlobus } from "../../../components/view/marks/marks.generated.ts"
import { oidc } from "../define.ts"

/**
 * Signs in with Globus. Register the redirect URI `https://your.site/auth/callback/globus`, and set `AUTH_GLOBUS_ID`
 * and `AUTH_GLOBUS_SECRET`.
 *
 * @see https://docs.globus.org/api/auth/
 */
export const Globus = oidc("globus", "Globus", {
  mark: markGlobus,
  issuer: "https://auth.globus.org",
  jwks: "https://auth.globus.org/jwk.json",
  authorization: "https://auth.globus.org/v2/oauth2/authorize",
  token: "https://auth.globus.org/v2/oauth2/token",
  profile: { name: ({ name, preferred_username }) => name || preferred_username },
  emailTrust: "idp",
  docs: { email: "The user's institution asserts the address." },
})

export default Globus
