import { markOnelogin } from "../../../components/view/marks/drawn.ts"
import { oidc } from "../define.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with OneLogin. Register the redirect URI `https://your.site/auth/callback/onelogin`, and set
 * `AUTH_ONELOGIN_ID`, `AUTH_ONELOGIN_SECRET` and `AUTH_ONELOGIN_ISSUER`.
 *
 * @see https://developers.onelogin.com/openid-connect
 */
export const OneLogin = oidc("onelogin", "OneLogin", {
  mark: markOnelogin,
  options: { issuer: issuerOption("https://{subdomain}.onelogin.com") },
  issuer: "{issuer}/oidc/2",
  profile: { name: ({ name, preferred_username }) => name || preferred_username },
  emailTrust: "idp",
  docs: { email: "The organization's administrators write the address." },
})

export default OneLogin
