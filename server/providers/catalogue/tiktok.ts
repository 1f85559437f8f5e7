import { markTiktok } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user at TikTok. */
export interface TiktokUser extends UntypedProfile {
  open_id: string
  union_id?: string
  avatar_url: string
  avatar_url_100?: string
  avatar_large_url?: string
  display_name: string
  username: string
  email?: string
  bio_description?: string
  profile_deep_link?: string
  is_verified?: boolean
  follower_count?: number
  following_count?: number
  likes_count?: number
  video_count?: number
}

/** A user's profile at TikTok. Its other fields are untyped. */
export interface TiktokProfile extends TiktokUser {
  /** The user again. Only the preset `authjs()` passes it, as Auth.js does. */
  data: { user: TiktokUser }
}

/**
 * Signs in with TikTok. Register the redirect URI `https://your.site/auth/callback/tiktok`, and set `AUTH_TIKTOK_ID`
 * and `AUTH_TIKTOK_SECRET`. The redirect URI must be https and have no query.
 *
 * @see https://developers.tiktok.com/doc/login-kit-web
 */
export const TikTok = oauthWith<TiktokProfile>()("tiktok", "TikTok", {
  mark: markTiktok,
  authorization: "https://www.tiktok.com/v2/auth/authorize/",
  token: "https://open.tiktokapis.com/v2/oauth/token/",
  userinfo: {
    url: "https://open.tiktokapis.com/v2/user/info/",
    params: { fields: "open_id,union_id,avatar_url,display_name" },
  },
  scopes: "user.info.basic",
  scopeSeparator: ",",
  pkce: false,
  clientAuth: "post",
  clientIdParam: "client_key",
  unwrap: "data.user",
  profile: {
    id: "open_id",
    name: ({ display_name, username }) => display_name || username,
    image: ({ avatar_url, avatar_large_url }) => avatar_url || avatar_large_url,
  },
  errorWhen: "error.code!=ok",
  emailTrust: "none",
  docs: { email: "The API returns no address.", id: "`open_id` is one per person and app." },
})

export default TikTok
