import { oidc } from "../define.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Keycloak. Register the redirect URI `https://your.site/auth/callback/keycloak`, and set
 * `AUTH_KEYCLOAK_ID`, `AUTH_KEYCLOAK_SECRET` and `AUTH_KEYCLOAK_ISSUER`.
 *
 * @see https://www.keycloak.org/securing-apps/oidc-layers
 */
export const Keycloak = oidc("keycloak", "Keycloak", {
  options: { issuer: issuerOption("https://{host}/realms/{realm}") },
  issuer: "{issuer}",
  profile: { name: ({ name, preferred_username }) => name || preferred_username },
  emailTrust: "idp",
  docs: {
    email: "Its administrators can set `email_verified`, and a realm may skip the verification email.",
    selfHosted: true,
  },
})

export default Keycloak
