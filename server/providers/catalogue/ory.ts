import { markOry } from "../../../components/view/marks/marks.generated.ts"
import { oidc } from "../define.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Ory Network. Register the redirect URI `https://your.site/auth/callback/ory`, and set `AUTH_ORY_ID`,
 * `AUTH_ORY_SECRET` and `AUTH_ORY_ISSUER`.
 *
 * @see https://www.ory.com/docs/oauth2-oidc
 */
export const Ory = oidc("ory", "Ory Network", {
  mark: markOry,
  options: { issuer: issuerOption("https://{slug}.projects.oryapis.com or the project custom domain") },
  issuer: "{issuer}",
  scopes: "openid offline_access email profile",
  profile: { name: ({ name, preferred_username }) => name || preferred_username },
  emailTrust: "idp",
  docs: { email: "The project's administrators can mark an address as verified.", selfHosted: true },
})

export default Ory
