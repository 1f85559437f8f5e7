import { oauth } from "../define.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Osso, a SAML gateway that is no longer developed. Register the redirect URI
 * `https://your.site/auth/callback/osso`, and set `AUTH_OSSO_ID`, `AUTH_OSSO_SECRET` and `AUTH_OSSO_ISSUER`.
 */
export const Osso = oauth("osso", "Osso", {
  options: { issuer: issuerOption("Base URL of the deployment") },
  authorization: "{issuer}/oauth/authorize",
  token: "{issuer}/oauth/token",
  userinfo: "{issuer}/oauth/me",
  profile: { id: "id", name: "name", email: "email" },
  emailTrust: "idp",
  docs: { email: "The address is whatever the company's identity provider asserts.", selfHosted: true },
  deprecated: "Osso is no longer developed. Ory Polis (`boxyhq-saml`) does the same.",
})

export default Osso
