import { oidc } from "../define.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Pocket ID. Register the redirect URI `https://your.site/auth/callback/pocket-id`, and set
 * `AUTH_POCKET_ID_ID`, `AUTH_POCKET_ID_SECRET` and `AUTH_POCKET_ID_ISSUER`.
 *
 * @see https://pocket-id.org/docs
 */
export const PocketID = oidc("pocket-id", "Pocket ID", {
  options: { issuer: issuerOption("Base URL of the deployment") },
  issuer: "{issuer}",
  profile: { name: ({ name, preferred_username }) => name || preferred_username },
  emailTrust: "idp",
  docs: { email: "Its administrators write the address.", selfHosted: true },
})

export default PocketID
