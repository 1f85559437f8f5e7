import { markSimplelogin } from "../../../components/view/marks/marks.generated.ts"
import { oidcWith } from "../define.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at SimpleLogin. Its other fields are untyped. */
export interface SimpleLoginProfile extends UntypedProfile {
  id: number
  sub: string
  email: string
  email_verified: boolean
  name: string
  avatar_url: string | undefined
  client: string
}

/**
 * Signs in with SimpleLogin. Register the redirect URI `https://your.site/auth/callback/simplelogin`, and set
 * `AUTH_SIMPLELOGIN_ID` and `AUTH_SIMPLELOGIN_SECRET`. The address may be an alias.
 *
 * @see https://simplelogin.io/docs/siwsl/intro/
 */
export const SimpleLogin = oidcWith<SimpleLoginProfile>()("simplelogin", "SimpleLogin", {
  mark: markSimplelogin,
  issuer: "https://app.simplelogin.io",
  nonce: false,
  profile: { image: ({ avatar_url, picture }) => avatar_url || picture },
  emailTrust: "claim",
  docs: { email: "SimpleLogin hosts the alias, or emailed a link to the mailbox." },
})

export default SimpleLogin
