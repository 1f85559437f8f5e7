import { markVk } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import { joinText } from "../fields.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at VK. Its other fields are untyped. */
export interface VkProfile extends UntypedProfile {
  id: number
  first_name: string
  last_name: string
  photo_100: string
  can_access_closed: boolean
  is_closed: boolean
  deactivated?: string
  sex?: 0 | 1 | 2
  screen_name?: string
  photo_50?: string
  online?: 0 | 1
  online_mobile?: 0 | 1
  online_app?: number
  verified?: 0 | 1
  trending?: 0 | 1
  friend_status?: 0 | 1 | 2 | 3
  first_name_nom?: string
  first_name_gen?: string
  first_name_dat?: string
  first_name_acc?: string
  first_name_ins?: string
  first_name_abl?: string
  last_name_nom?: string
  last_name_gen?: string
  last_name_dat?: string
  last_name_acc?: string
  last_name_ins?: string
  last_name_abl?: string
  nickname?: string
  maiden_name?: string
  domain?: string
  bdate?: string
  city?: { id: number; title: string }
  country?: { id: number; title: string }
  timezone?: number
  photo_200?: string
  photo_max?: string
  photo_200_orig?: string
  photo_400_orig?: string
  photo_max_orig?: string
  photo_id?: string
  has_photo?: 0 | 1
  has_mobile?: 0 | 1
  is_friend?: 0 | 1
  can_post?: 0 | 1
  can_see_all_posts?: 0 | 1
  can_see_audio?: 0 | 1
  connections?: { facebook?: string; skype?: string; twitter?: string; livejournal?: string; instagram?: string }
  photo_400?: string
  wall_default?: "owner" | "all"
  interests?: string
  books?: string
  tv?: string
  quotes?: string
  about?: string
  games?: string
  movies?: string
  activities?: string
  music?: string
  can_write_private_message?: 0 | 1
  can_send_friend_request?: 0 | 1
  contacts?: { mobile_phone?: string; home_phone?: string }
  site?: string
  status_audio?: {
    access_key?: string
    artist: string
    id: number
    owner_id: number
    title: string
    url?: string
    duration: number
    date?: number
    album_id?: number
    genre_id?: number
    performer?: string
  }
  status?: string
  last_seen?: { platform?: 1 | 2 | 3 | 4 | 5 | 6 | 7; time?: number }
  exports?: { facebook?: number; livejournal?: number; twitter?: number; instagram?: number }
  followers_count?: number
  blacklisted?: 0 | 1
  blacklisted_by_me?: 0 | 1
  is_favorite?: 0 | 1
  is_hidden_from_feed?: 0 | 1
  common_count?: number
  occupation?: { id?: number; name?: string; type?: "work" | "school" | "university" }
  career?: {
    group_id?: number
    company?: string
    country_id?: number
    city_id?: number
    city_name?: string
    from?: number
    until?: number
    position?: string
  }
}

/**
 * Signs in with VK. Register the redirect URI `https://your.site/auth/callback/vk`, and set `AUTH_VK_ID` and
 * `AUTH_VK_SECRET`. PKCE protects the token request, which needs no client secret.
 *
 * @see https://id.vk.com/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description
 */
export const VK = oauthWith<VkProfile>()("vk", "VK", {
  mark: markVk,
  authorization: "https://id.vk.ru/authorize",
  token: { url: "https://id.vk.ru/oauth2/auth", callbackParams: ["device_id", "state"] },
  userinfo: {
    url: "https://id.vk.ru/oauth2/user_info",
    method: "POST",
    auth: { in: "body", name: "access_token", scheme: null },
    body: { client_id: "{clientId}" },
    bodyFormat: "form",
  },
  scopes: "email",
  clientAuth: "post",
  unwrap: "user",
  profile: {
    id: "user_id",
    name: ({ first_name, last_name }) => joinText(first_name, last_name),
    email: "email",
    image: "avatar",
  },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default VK
