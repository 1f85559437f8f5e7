import { markAuthentik } from "../../../components/view/marks/marks.generated.ts"
import { oidcWith } from "../define.ts"
import { issuerOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Authentik. Its other fields are untyped. */
export interface AuthentikProfile extends UntypedProfile {
  iss: string
  sub: string
  aud: string
  exp: number
  iat: number
  auth_time: number
  acr: string
  c_hash: string
  nonce: string
  at_hash: string
  email: string
  email_verified: boolean
  name: string
  given_name: string
  family_name: string
  preferred_username: string
  nickname: string
  groups: string[]
}

/**
 * Signs in with Authentik. Register the redirect URI `https://your.site/auth/callback/authentik`, and set
 * `AUTH_AUTHENTIK_ID`, `AUTH_AUTHENTIK_SECRET` and `AUTH_AUTHENTIK_ISSUER`.
 *
 * @see https://docs.goauthentik.io/docs/add-secure-apps/providers/oauth2/
 */
export const Authentik = oidcWith<AuthentikProfile>()("authentik", "Authentik", {
  mark: markAuthentik,
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
