import { markDribbble } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import { olderName } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Dribbble. Its other fields are untyped. */
export interface DribbbleProfile extends UntypedProfile {
  id: number
  name: string
  email: string
  avatar_url: string
}

/**
 * Signs in with Dribbble. Register the redirect URI `https://your.site/auth/callback/dribbble`, and set
 * `AUTH_DRIBBBLE_ID` and `AUTH_DRIBBBLE_SECRET`.
 *
 * @see https://developer.dribbble.com/v2/oauth/
 */
export const Dribbble = oauthWith<DribbbleProfile>()("dribbble", "Dribbble", {
  mark: markDribbble,
  options: { scope: olderName("scopes") },
  authorization: "https://dribbble.com/oauth/authorize",
  token: "https://dribbble.com/oauth/token",
  userinfo: "https://api.dribbble.com/v2/user",
  scopes: "public",
  clientAuth: "post",
  profile: { id: "id", name: ({ name, login }) => name || login, email: "email", image: "avatar_url" },
  emailTrust: "unverified",
  docs: { email: "The API documents no address at all." },
})

export default Dribbble
