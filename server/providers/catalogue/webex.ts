import { markWebex } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import { optionalOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Webex. Its other fields are untyped. */
export interface WebexProfile extends UntypedProfile {
  id: string
  emails: string[]
  displayName?: string
  avatar?: string
}

/**
 * Signs in with Webex. Register the redirect URI `https://your.site/auth/callback/webex`, and set `AUTH_WEBEX_ID` and
 * `AUTH_WEBEX_SECRET`.
 *
 * @see https://developer.webex.com/create/docs/login-with-webex
 */
export const Webex = oauthWith<WebexProfile>()("webex", "Webex", {
  mark: markWebex,
  options: { apiBaseUrl: optionalOption("API base URL", "https://webexapis.com/v1") },
  authorization: "{apiBaseUrl}/authorize",
  token: "{apiBaseUrl}/access_token",
  userinfo: "{apiBaseUrl}/people/me",
  scopes: "spark:kms spark:people_read",
  clientAuth: "post",
  profile: { id: "id", name: "displayName", email: "emails[0]", image: "avatar" },
  emailTrust: "idp",
  docs: { email: "The organization's administrators write the addresses." },
})

export default Webex
