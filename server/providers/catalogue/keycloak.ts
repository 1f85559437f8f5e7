import { markKeycloak } from "../../../components/view/marks/marks.generated.ts"
import { oidcWith } from "../define.ts"
import { issuerOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Keycloak. Its other fields are untyped. */
export interface KeycloakProfile extends UntypedProfile {
  exp: number
  iat: number
  auth_time: number
  jti: string
  iss: string
  aud: string
  sub: string
  typ: string
  azp: string
  session_state: string
  at_hash: string
  acr: string
  sid: string
  email_verified: boolean
  name: string
  preferred_username: string
  given_name: string
  family_name: string
  email: string
  picture: string
}

/**
 * Signs in with Keycloak. Register the redirect URI `https://your.site/auth/callback/keycloak`, and set
 * `AUTH_KEYCLOAK_ID`, `AUTH_KEYCLOAK_SECRET` and `AUTH_KEYCLOAK_ISSUER`.
 *
 * @see https://www.keycloak.org/securing-apps/oidc-layers
 */
export const Keycloak = oidcWith<KeycloakProfile>()("keycloak", "Keycloak", {
  mark: markKeycloak,
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
