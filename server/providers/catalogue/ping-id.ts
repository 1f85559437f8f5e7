import { markPingId } from "../../../components/view/marks/drawn.ts"
import { oidcWith } from "../define.ts"
import { issuerOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Ping Identity. Its other fields are untyped. */
export interface PingProfile extends UntypedProfile {
  iss: string
  sub: string
  aud: string
  iat: number
  exp: number
  acr: string
  amr: [string]
  auth_time: number
  at_hash: string
  sid: string
  preferred_username: string
  given_name: string
  picture: string
  updated_at: number
  name: string
  family_name: string
  email: string
  env: string
  org: string
  "p1.region": string
}

/**
 * Signs in with Ping Identity. Register the redirect URI `https://your.site/auth/callback/ping-id`, and set
 * `AUTH_PING_ID_ID`, `AUTH_PING_ID_SECRET` and `AUTH_PING_ID_ISSUER`.
 *
 * @see https://docs.pingidentity.com/pingone/applications/p1_add_app_oidc.html
 */
export const PingId = oidcWith<PingProfile>()("ping-id", "Ping Identity", {
  mark: markPingId,
  options: { issuer: issuerOption("https://auth.pingone.{region}/{environmentId}/as") },
  issuer: "{issuer}",
  profile: { name: ({ name, nickname, preferred_username }) => name || nickname || preferred_username },
  emailTrust: "idp",
  docs: { email: "The environment's administrators write the address." },
})

export default PingId
