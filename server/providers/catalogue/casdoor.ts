import { oidc } from "../define.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Casdoor. Register the redirect URI `https://your.site/auth/callback/casdoor`, and set
 * `AUTH_CASDOOR_ID`, `AUTH_CASDOOR_SECRET` and `AUTH_CASDOOR_ISSUER`.
 *
 * @see https://casdoor.org/docs/how-to-connect/oidc-client/
 */
export const Casdoor = oidc("casdoor", "Casdoor", {
  options: { issuer: issuerOption("Server origin") },
  issuer: "{issuer}",
  profile: { name: ({ name, preferred_username }) => name || preferred_username },
  emailTrust: "idp",
  docs: { email: "Its administrators decide which addresses are verified.", selfHosted: true },
})

export default Casdoor
