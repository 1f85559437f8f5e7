import { oidcWith } from "../define.ts"
import { joinText } from "../fields.ts"
import { issuerOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Asgardeo. Its other fields are untyped. */
export interface AsgardeoProfile extends UntypedProfile {
  sub: string
  given_name: string
  email: string
  picture: string
}

/**
 * Signs in with Asgardeo. Register the redirect URI `https://your.site/auth/callback/asgardeo`, and set
 * `AUTH_ASGARDEO_ID`, `AUTH_ASGARDEO_SECRET` and `AUTH_ASGARDEO_ISSUER`.
 *
 * @see https://wso2.com/asgardeo/docs/guides/applications/register-oidc-web-app/
 */
export const Asgardeo = oidcWith<AsgardeoProfile>()("asgardeo", "Asgardeo", {
  options: { issuer: issuerOption("Organisation base URL, https://api.asgardeo.io/t/{organization}") },
  issuer: "{issuer}/oauth2/token",
  profile: {
    name: ({ name, given_name, family_name, username }) => name || joinText(given_name, family_name) || username,
  },
  emailTrust: "idp",
  docs: {
    email: "The organization's administrators set the attribute behind `email_verified`.",
    id: "`sub` is the user id, unless the organization chooses another subject attribute.",
  },
})

export default Asgardeo
