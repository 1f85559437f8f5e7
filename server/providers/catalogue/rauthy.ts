import { oidc } from "../define.ts"
import { joined } from "../fields.ts"
import { ownIssuer } from "../rows.ts"

/**
 * Signs in with Rauthy. Register the redirect URI `https://your.site/auth/callback/rauthy`, and set `AUTH_RAUTHY_ID`,
 * `AUTH_RAUTHY_SECRET` and `AUTH_RAUTHY_ISSUER`.
 *
 * @see https://sebadob.github.io/rauthy/
 */
export const Rauthy = oidc("rauthy", "Rauthy", {
  options: { issuer: ownIssuer("https://{host}/auth/v1") },
  issuer: "{issuer}",
  profile: {
    name: ({ name, given_name, family_name, preferred_username }) =>
      name || joined(given_name, family_name) || preferred_username,
  },
  emailTrust: "idp",
  docs: { email: "Its administrators can mark an address as verified.", selfHosted: true },
})

export default Rauthy
