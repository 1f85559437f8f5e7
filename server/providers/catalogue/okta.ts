import { oidc } from "../define.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Okta. Register the redirect URI `https://your.site/auth/callback/okta`, and set `AUTH_OKTA_ID`,
 * `AUTH_OKTA_SECRET` and `AUTH_OKTA_ISSUER`.
 *
 * @see https://developer.okta.com/docs/guides/implement-grant-type/authcode/main/
 */
export const Okta = oidc("okta", "Okta", {
  options: { issuer: issuerOption("https://{domain} (org server) or https://{domain}/oauth2/{authorizationServerId}") },
  issuer: "{issuer}",
  profile: { name: ({ name, preferred_username }) => name || preferred_username },
  idToken: false,
  emailTrust: "idp",
  docs: { email: "The organization's administrators write the address." },
})

export default Okta
