import { oauth } from "../define.ts"

/**
 * Fields come from the app settings.
 *
 * @see https://developers.naver.com/docs/login/api/api.md
 */
export const Naver = oauth("naver", "Naver", {
  authorization: "https://nid.naver.com/oauth2.0/authorize",
  token: "https://nid.naver.com/oauth2.0/token",
  userinfo: "https://openapi.naver.com/v1/nid/me",
  pkce: false,
  clientAuth: "post",
  unwrap: "response",
  profile: { id: "id", name: "name|nickname", email: "email", image: "profile_image" },
  refusal: "resultcode!=00",
})
