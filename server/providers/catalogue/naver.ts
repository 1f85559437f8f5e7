import { markNaver } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user at Naver. */
export interface NaverUser extends UntypedProfile {
  id: string
  nickname?: string
  name?: string
  email?: string
  gender?: "F" | "M" | "U"
  age?: string
  birthday?: string
  profile_image?: string
  birthyear?: string
  mobile?: string
}

/** A user's profile at Naver. Its other fields are untyped. */
export interface NaverProfile extends NaverUser {
  /** The user again. Only the preset `authjs()` passes it, as Auth.js does. */
  response: NaverUser
}

/**
 * Signs in with Naver. Register the redirect URI `https://your.site/auth/callback/naver`, and set `AUTH_NAVER_ID` and
 * `AUTH_NAVER_SECRET`. The fields are those of the app's settings.
 *
 * @see https://developers.naver.com/docs/login/api/api.md
 */
export const Naver = oauthWith<NaverProfile>()("naver", "Naver", {
  mark: markNaver,
  authorization: "https://nid.naver.com/oauth2.0/authorize",
  token: "https://nid.naver.com/oauth2.0/token",
  userinfo: "https://openapi.naver.com/v1/nid/me",
  pkce: false,
  clientAuth: "post",
  unwrap: "response",
  profile: { id: "id", name: ({ name, nickname }) => name || nickname, email: "email", image: "profile_image" },
  errorWhen: "resultcode!=00",
  emailTrust: "unverified",
  docs: { email: "The contact address is one that the user enters." },
})

export default Naver
