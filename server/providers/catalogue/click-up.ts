import { markClickUp } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user at ClickUp. */
export interface ClickUpUser extends UntypedProfile {
  id: number
  username: string
  color: string
  profilePicture: string
}

/** A user's profile at ClickUp. Its other fields are untyped. */
export interface ClickUpProfile extends ClickUpUser {
  /** The user again. Only the preset `authjs()` passes it, as Auth.js does. */
  user: ClickUpUser
}

/**
 * Signs in with ClickUp. Register the redirect URI `https://your.site/auth/callback/click-up`, and set
 * `AUTH_CLICK_UP_ID` and `AUTH_CLICK_UP_SECRET`.
 *
 * @see https://developer.clickup.com/docs/authentication
 */
export const ClickUp = oauthWith<ClickUpProfile>()("click-up", "ClickUp", {
  mark: markClickUp,
  authorization: "https://app.clickup.com/api",
  token: "https://api.clickup.com/api/v2/oauth/token",
  userinfo: "https://api.clickup.com/api/v2/user",
  pkce: false,
  clientAuth: "post",
  unwrap: "user",
  profile: { id: "id", name: "username", email: "email", image: "profilePicture" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default ClickUp
