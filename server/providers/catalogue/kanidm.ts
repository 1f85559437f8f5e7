import { oidc } from "../define.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Kanidm. Register the redirect URI `https://your.site/auth/callback/kanidm`, and set `AUTH_KANIDM_ID`,
 * `AUTH_KANIDM_SECRET` and `AUTH_KANIDM_ISSUER`.
 *
 * @see https://kanidm.github.io/kanidm/stable/integrations/oauth2.html
 */
export const Kanidm = oidc("kanidm", "Kanidm", {
  options: { issuer: issuerOption("https://{host}/oauth2/openid/{clientId}") },
  issuer: "{issuer}",
  profile: { name: ({ name, preferred_username }) => name || preferred_username, image: null },
  emailTrust: "idp",
  docs: { email: "Its administrators write the address.", selfHosted: true },
})

export default Kanidm
