import { markTrakt } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Trakt. Its other fields are untyped. */
export interface TraktUser extends UntypedProfile {
  username: string
  private: boolean
  name: string
  vip: boolean
  vip_ep: boolean
  ids: { slug: string }
  joined_at: string
  location: string | null
  about: string | null
  gender: string | null
  age: number | null
  images: { avatar: { full: string } }
}

/**
 * Signs in with Trakt. Register the redirect URI `https://your.site/auth/callback/trakt`, and set `AUTH_TRAKT_ID` and
 * `AUTH_TRAKT_SECRET`. Avatars must not be hot-linked.
 *
 * @see https://trakt.docs.apiary.io/#reference/authentication-oauth
 */
export const Trakt = oauth("trakt", "Trakt", {
  mark: markTrakt,
  authorization: "https://trakt.tv/oauth/authorize",
  token: "https://api.trakt.tv/oauth/token",
  userinfo: {
    url: "https://api.trakt.tv/users/settings",
    params: { extended: "full" },
    headers: { "trakt-api-version": "2", "trakt-api-key": "{clientId}" },
  },
  pkce: false,
  clientAuth: "post",
  unwrap: "user",
  profile: { id: "ids.uuid", name: ({ name, username }) => name || username, image: "images.avatar.full" },
  emailTrust: "none",
  hasOtherId: true,
  docs: {
    email: "The API returns no address.",
    id: "The UUID of the settings. The slug follows the user name, which another person can take.",
  },
})

export default Trakt
