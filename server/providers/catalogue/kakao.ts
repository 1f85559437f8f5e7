import { markKakao } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import { valueAt } from "../fields.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A part of what Kakao sends about a user. */
export type DateTime = string

/** A part of what Kakao sends about a user. */
export type Gender = "female" | "male"

/** A part of what Kakao sends about a user. */
export type Birthday = "SOLAR" | "LUNAR"

/** A part of what Kakao sends about a user. */
export type AgeRange =
  | "1-9"
  | "10-14"
  | "15-19"
  | "20-29"
  | "30-39"
  | "40-49"
  | "50-59"
  | "60-69"
  | "70-79"
  | "80-89"
  | "90-"

/** A user's profile at Kakao. Its other fields are untyped. */
export interface KakaoProfile extends UntypedProfile {
  id: number
  has_signed_up?: boolean
  connected_at?: DateTime
  synched_at?: DateTime
  properties?: {
    id?: string
    status?: string
    registered_at?: DateTime
    msg_blocked?: boolean
    nickname?: string
    profile_image?: string
    thumbnail_image?: string
  }
}

/**
 * Signs in with Kakao. Register the redirect URI `https://your.site/auth/callback/kakao`, and set `AUTH_KAKAO_ID` and
 * `AUTH_KAKAO_SECRET`. Without `scope` the user is asked for the consent items of the app's settings. A client secret
 * is needed only if the app's settings require one.
 *
 * @see https://developers.kakao.com/docs/latest/en/kakaologin/rest-api
 */
export const Kakao = oauthWith<KakaoProfile>()("kakao", "Kakao", {
  mark: markKakao,
  authorization: "https://kauth.kakao.com/oauth/authorize",
  token: "https://kauth.kakao.com/oauth/token",
  userinfo: "https://kapi.kakao.com/v2/user/me",
  clientAuth: "post",
  profile: {
    id: "id",
    name: ({ kakao_account: account }) => valueAt(account, "profile.nickname") || valueAt(account, "name"),
    email: "kakao_account.email",
    emailVerified: ({ kakao_account: account }) =>
      valueAt(account, "is_email_valid") === true && valueAt(account, "is_email_verified") === true,
    image: ({ kakao_account: account }) =>
      valueAt(account, "profile.profile_image_url") || valueAt(account, "profile.thumbnail_image_url"),
  },
  emailTrust: "claim",
  docs: {
    email: "`is_email_verified`: the user proved the address. `is_email_valid`: no other account has taken it since.",
  },
})

export default Kakao
