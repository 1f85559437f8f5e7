import { oidc } from "../define.ts"
import { joinText } from "../fields.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Idura Verify (Criipto). Register the redirect URI `https://your.site/auth/callback/idura`, and set
 * `AUTH_IDURA_ID`, `AUTH_IDURA_SECRET` and `AUTH_IDURA_ISSUER`.
 *
 * @see https://docs.criipto.com/verify/getting-started/oidc-intro/
 */
export const Idura = oidc("idura", "Idura Verify (Criipto)", {
  options: { issuer: issuerOption("https://{domain}.criipto.id or own domain") },
  issuer: "{issuer}",
  scopes: "openid",
  profile: {
    name: ({ name, givenname, surname }) => name || joinText(givenname, surname),
    emailVerified: null,
    image: null,
  },
  emailTrust: "idp",
  docs: { email: "The electronic identity that the user chooses decides. Most have no address." },
})

export default Idura
