import { oidc } from "../define.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Authentik. Register the redirect URI `https://your.site/auth/callback/authentik`, and set
 * `AUTH_AUTHENTIK_ID`, `AUTH_AUTHENTIK_SECRET` and `AUTH_AUTHENTIK_ISSUER`.
 *
 * @see https://docs.goauthentik.io/docs/add-secure-apps/providers/oauth2/
 */
export const Authentik = oidc("authentik", "Authentik", {
  options: { issuer: issuerOption("Application issuer with trailing slash, https://{host}/application/o/{slug}/") },
  issuer: "{issuer}/",
  profile: { name: ({ name, nickname, preferred_username }) => name || nickname || preferred_username },
  emailTrust: "idp",
  docs: {
    email:
      "Its administrators map `email_verified`. The default mapping marked every address as verified before 2025.10.",
    id: "`sub` is a hash of the user id, unless the administrators choose another subject mode.",
    selfHosted: true,
  },
})

export default Authentik
