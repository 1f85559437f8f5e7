import { oidc } from "../define.ts"
import { joinText } from "../fields.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Signicat. Register the redirect URI `https://your.site/auth/callback/signicat`, and set
 * `AUTH_SIGNICAT_ID`, `AUTH_SIGNICAT_SECRET` and `AUTH_SIGNICAT_ISSUER`.
 *
 * @see https://developer.signicat.com/docs/eid-hub/oidc/
 */
export const Signicat = oidc("signicat", "Signicat", {
  options: { issuer: issuerOption("https://{domain}/auth/open") },
  issuer: "{issuer}",
  scopes: "openid profile",
  profile: { name: ({ name, given_name, family_name }) => name || joinText(given_name, family_name), image: null },
  emailTrust: "idp",
  docs: { email: "The electronic identity that the user chooses decides." },
})

export default Signicat
