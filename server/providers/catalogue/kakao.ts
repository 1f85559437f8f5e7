import { oauth } from "../define.ts"
import { at } from "../fields.ts"

/**
 * Signs in with Kakao. Register the redirect URI `https://your.site/auth/callback/kakao`, and set `AUTH_KAKAO_ID` and
 * `AUTH_KAKAO_SECRET`. Without `scope` the user is asked for the consent items of the app's settings. A client secret
 * is needed only if the app's settings require one.
 *
 * @see https://developers.kakao.com/docs/latest/en/kakaologin/rest-api
 */
export const Kakao = oauth("kakao", "Kakao", {
  authorization: "https://kauth.kakao.com/oauth/authorize",
  token: "https://kauth.kakao.com/oauth/token",
  userinfo: "https://kapi.kakao.com/v2/user/me",
  clientAuth: "post",
  profile: {
    id: "id",
    name: ({ kakao_account: account }) => at(account, "profile.nickname") || at(account, "name"),
    email: "kakao_account.email",
    emailVerified: ({ kakao_account: account }) =>
      at(account, "is_email_valid") === true && at(account, "is_email_verified") === true,
    image: ({ kakao_account: account }) =>
      at(account, "profile.profile_image_url") || at(account, "profile.thumbnail_image_url"),
  },
  emailTrust: "claim",
  docs: {
    email: "`is_email_verified`: the user proved the address. `is_email_valid`: no other account has taken it since.",
  },
})

export default Kakao
