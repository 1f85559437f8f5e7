import { markCognito } from "../../../components/view/marks/drawn.ts"
import { oidcWith } from "../define.ts"
import { isTrueOrText } from "../fields.ts"
import { issuerOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Amazon Cognito. Its other fields are untyped. */
export interface CognitoProfile extends UntypedProfile {
  sub: string
  name: string
  email: string
  picture: string
}

/**
 * Signs in with Amazon Cognito. Register the redirect URI `https://your.site/auth/callback/cognito`, and set
 * `AUTH_COGNITO_ID`, `AUTH_COGNITO_SECRET` and `AUTH_COGNITO_ISSUER`.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/federation-endpoints.html
 */
export const Cognito = oidcWith<CognitoProfile>()("cognito", "Amazon Cognito", {
  mark: markCognito,
  options: { issuer: issuerOption("https://cognito-idp.{region}.amazonaws.com/{userPoolId}") },
  issuer: "{issuer}",
  profile: {
    name: ({ name, given_name, "cognito:username": username }) => name || given_name || username,
    emailVerified: ({ email_verified }) => isTrueOrText(email_verified),
  },
  endSessionParam: "logout_uri",
  compat: { 4: { name: "Cognito" }, 5: { name: "Cognito" } },
  emailTrust: "idp",
  docs: { email: "The pool's administrators and its attribute mappings can set `email_verified`." },
})

export default Cognito
