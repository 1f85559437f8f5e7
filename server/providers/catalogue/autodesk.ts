import { markAutodesk } from "../../../components/view/marks/marks.generated.ts"
import { oidc } from "../define.ts"

/**
 * Signs in with Autodesk. Register the redirect URI `https://your.site/auth/callback/autodesk`, and set
 * `AUTH_AUTODESK_ID` and `AUTH_AUTODESK_SECRET`.
 *
 * @see https://aps.autodesk.com/en/docs/oauth/v2/developers_guide/overview/
 */
export const Autodesk = oidc("autodesk", "Autodesk", {
  mark: markAutodesk,
  issuer: "https://developer.api.autodesk.com",
  scopes: "openid user-profile:read",
  nonce: false,
  idToken: false,
  profile: { name: ({ name, preferred_username }) => name || preferred_username },
  emailTrust: "unverified",
  docs: { email: "The documentation doesn't say what its flag stands for." },
})

export default Autodesk
