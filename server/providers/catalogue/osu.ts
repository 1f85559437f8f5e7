import { markOsu } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"

/** A part of what osu! sends about a user. */
export interface OsuUserCompact {
  avatar_url: string
  country_code: string
  default_group: string
  id: number
  is_active: boolean
  is_bot: boolean
  is_deleted: boolean
  is_online: boolean
  is_supporter: boolean
  pm_friends_only: boolean
  profile_colour: string | null
  username: string
}

/** A user's profile at osu!. Its other fields are untyped. */
export interface OsuProfile extends OsuUserCompact {
  discord: string | null
  has_supported: boolean
  interests: string | null
  kudosu: { available: number; total: number }
  location: string | null
  max_blocks: number
  max_friends: number
  occupation: string | null
  playmode: string
  playstyle: string[]
  post_count: number
  profile_order: string[]
  title: string | null
  title_url: string | null
  twitter: string | null
  website: string | null
  country: { code: string; name: string }
  cover: { custom_url: string | null; url: string; id: number | null }
  is_restricted: boolean
}

/**
 * Signs in with osu!. Register the redirect URI `https://your.site/auth/callback/osu`, and set `AUTH_OSU_ID` and
 * `AUTH_OSU_SECRET`.
 *
 * @see https://osu.ppy.sh/docs/index.html#authentication
 */
export const Osu = oauthWith<OsuProfile>()("osu", "osu!", {
  mark: markOsu,
  authorization: "https://osu.ppy.sh/oauth/authorize",
  token: "https://osu.ppy.sh/oauth/token",
  userinfo: "https://osu.ppy.sh/api/v2/me",
  scopes: "identify",
  clientAuth: "post",
  profile: { id: "id", name: "username", image: "avatar_url" },
  compat: { 4: { name: "Osu!" } },
  emailTrust: "none",
  docs: { email: "The API returns no address." },
})

export default Osu
