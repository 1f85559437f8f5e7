import { oauth } from "../define.ts"

/**
 * Without scope the consent items of the app settings are asked for; account_email, profile_nickname, profile_image can be requested explicitly but an unapproved one fails (KOE205).
 * Client secret only when switched on in the app console.
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
    name: "kakao_account.profile.nickname|kakao_account.name",
    email: "kakao_account.email",
    emailVerified: "kakao_account.is_email_valid&kakao_account.is_email_verified",
    image: "kakao_account.profile.profile_image_url|kakao_account.profile.thumbnail_image_url",
  },
})
