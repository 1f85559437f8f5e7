import { markPinterest } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Pinterest. Its other fields are untyped. */
export interface PinterestProfile extends UntypedProfile {
  account_type: "BUSINESS" | "PINNER"
  profile_image: string
  website_url: string
  username: string
}

/**
 * Signs in with Pinterest. Register the redirect URI `https://your.site/auth/callback/pinterest`, and set
 * `AUTH_PINTEREST_ID` and `AUTH_PINTEREST_SECRET`.
 *
 * @see https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/
 */
export const Pinterest = oauthWith<PinterestProfile>()("pinterest", "Pinterest", {
  mark: markPinterest,
  authorization: "https://www.pinterest.com/oauth/",
  token: "https://api.pinterest.com/v5/oauth/token",
  userinfo: "https://api.pinterest.com/v5/user_account",
  scopes: "user_accounts:read",
  scopeSeparator: ",",
  profile: { id: "id", name: "username", image: "profile_image" },
  emailTrust: "none",
  hasOtherId: true,
  docs: {
    email: "The API returns no address.",
    id: "Pinterest's number. The user name can change and be taken by another person.",
  },
})

export { Pinterest as PinterestProvider }
export default Pinterest
