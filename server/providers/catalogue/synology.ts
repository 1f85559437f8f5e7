import { markSynology } from "../../../components/view/marks/marks.generated.ts"
import { oidc } from "../define.ts"
import { requiredOption } from "../rows.ts"

/**
 * Signs in with Synology SSO. Register the redirect URI `https://your.site/auth/callback/synology`, and set
 * `AUTH_SYNOLOGY_ID` and `AUTH_SYNOLOGY_SECRET`.
 *
 * @see https://kb.synology.com/en-global/DSM/help/SSOServer/sso_server_desc
 */
export const Synology = oidc("synology", "Synology SSO", {
  mark: markSynology,
  options: { baseUrl: requiredOption("NAS base URL with port, e.g. https://nas.example:5001") },
  issuer: "{baseUrl}/webman/sso",
  scopes: "openid email",
  nonce: false,
  profile: { name: ({ username, sub }) => username || sub, image: null },
  emailTrust: "idp",
  docs: {
    email: "Its administrators write the address.",
    id: "DSM sends no other id, and it may be the user name. The administrators decide who gets a name.",
    selfHosted: true,
  },
})

export default Synology
