import { markLinkedin } from "../../../components/view/marks/drawn.ts"
import { oidcWith } from "../define.ts"
import { isTrueOrText, joinText } from "../fields.ts"
import { alsoIssuedBy } from "../quirks/issuers.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at LinkedIn. Its other fields are untyped. */
export interface LinkedInProfile extends UntypedProfile {
  sub: string
  name: string
  given_name: string
  family_name: string
  picture: string
  locale: string
  email: string
  email_verified: boolean
}

/**
 * Signs in with LinkedIn. Register the redirect URI `https://your.site/auth/callback/linkedin`, and set
 * `AUTH_LINKEDIN_ID` and `AUTH_LINKEDIN_SECRET`.
 *
 * @see https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 */
export const LinkedIn = oidcWith<LinkedInProfile>()("linkedin", "LinkedIn", {
  mark: markLinkedin,
  issuer: "https://www.linkedin.com/oauth",
  jwks: "https://www.linkedin.com/oauth/openid/jwks",
  authorization: "https://www.linkedin.com/oauth/v2/authorization",
  token: "https://www.linkedin.com/oauth/v2/accessToken",
  pkce: false,
  nonce: false,
  clientAuth: "post",
  profile: {
    name: ({ name, given_name, family_name }) => name || joinText(given_name, family_name),
    emailVerified: ({ email_verified }) => isTrueOrText(email_verified),
  },
  acceptsIssuer: alsoIssuedBy("https://www.linkedin.com"), // its former issuer, which stored ID tokens contain
  compat: { 4: { profile: { id: ({ id, sub }) => id ?? sub } } }, // the same text, by another name in the older API
  emailTrust: "claim",
  docs: { email: "`email_verified`: the member confirmed the primary address. LinkedIn sends a boolean or text." },
})

export default LinkedIn
