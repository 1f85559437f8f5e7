import { markFusionauth } from "../../../components/view/marks/marks.generated.ts"
import { oidcWith } from "../define.ts"
import { joinText } from "../fields.ts"
import { optionalOption, issuerOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at FusionAuth. Its other fields are untyped. */
export interface FusionAuthProfile extends UntypedProfile {
  aud: string
  exp: number
  iat: number
  iss: string
  sub: string
  jti: string
  authenticationType: string
  email: string
  email_verified: boolean
  preferred_username?: string
  name?: string
  given_name?: string
  middle_name?: string
  family_name?: string
  at_hash: string
  c_hash: string
  scope: string
  sid: string
  picture?: string
}

/**
 * Signs in with FusionAuth. Register the redirect URI `https://your.site/auth/callback/fusionauth`, and set
 * `AUTH_FUSIONAUTH_ID`, `AUTH_FUSIONAUTH_SECRET` and `AUTH_FUSIONAUTH_ISSUER`.
 *
 * @see https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/
 */
export const FusionAuth = oidcWith<FusionAuthProfile>()("fusionauth", "FusionAuth", {
  mark: markFusionauth,
  options: {
    issuer: issuerOption("Base URL of the server; must equal the tenant issuer setting"),
    tenantId: optionalOption("Only with several tenants; sent as tenantId to discovery and authorize"),
  },
  issuer: "{issuer}",
  scopes: "openid offline_access email profile",
  nonce: false,
  profile: {
    name: ({ name, preferred_username, given_name, middle_name, family_name }) =>
      name || preferred_username || joinText(given_name, middle_name, family_name),
  },
  authorization: { params: { tenantId: "{tenantId}" } },
  // Tokens have the claim since version 1.36. Before it, a client belonged to one tenant
  pinnedParams: { tenantId: ({ tid }, wanted) => tid === undefined || tid === wanted.toLowerCase() },
  emailTrust: "idp",
  docs: { email: "Its administrators can mark an address as verified.", selfHosted: true },
})

export default FusionAuth
