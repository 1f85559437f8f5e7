import { oidcWith } from "../define.ts"
import { issuerOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Frontegg. Its other fields are untyped. */
export interface FronteggProfile extends UntypedProfile {
  sub: string
  name: string
  email: string
  email_verified: boolean
  profilePictureUrl: string
  roles: string[]
}

/**
 * Signs in with Frontegg. Register the redirect URI `https://your.site/auth/callback/frontegg`, and set
 * `AUTH_FRONTEGG_ID`, `AUTH_FRONTEGG_SECRET` and `AUTH_FRONTEGG_ISSUER`.
 *
 * @see https://developers.frontegg.com/guides/env-settings/hosted-embedded/openid-connect
 */
export const Frontegg = oidcWith<FronteggProfile>()("frontegg", "Frontegg", {
  options: { issuer: issuerOption("https://{subdomain}.frontegg.com") },
  issuer: "{issuer}",
  wellKnown: "{issuer}/oauth/.well-known/openid-configuration",
  nonce: false,
  profile: { image: ({ picture, profilePictureUrl }) => picture || profilePictureUrl },
  emailTrust: "idp",
  docs: { email: "The environment's administrators and its tenants' single sign-on can mark a user as verified." },
})

export default Frontegg
