import { oidc } from "../define.ts"
import { joinText } from "../fields.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Rauthy. Register the redirect URI `https://your.site/auth/callback/rauthy`, and set `AUTH_RAUTHY_ID`,
 * `AUTH_RAUTHY_SECRET` and `AUTH_RAUTHY_ISSUER`.
 *
 * @see https://sebadob.github.io/rauthy/
 */
export const Rauthy = oidc("rauthy", "Rauthy", {
  options: { issuer: issuerOption("https://{host}/auth/v1") },
  issuer: "{issuer}",
  profile: {
    name: ({ name, given_name, family_name, preferred_username }) =>
      name || joinText(given_name, family_name) || preferred_username,
  },
  emailTrust: "idp",
  docs: { email: "Its administrators can mark an address as verified.", selfHosted: true },
})

export default Rauthy
