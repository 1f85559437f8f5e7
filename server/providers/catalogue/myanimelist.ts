import { markMyanimelist } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with MyAnimeList. Register the redirect URI `https://your.site/auth/callback/myanimelist`, and set
 * `AUTH_MYANIMELIST_ID` and `AUTH_MYANIMELIST_SECRET`.
 *
 * @see https://myanimelist.net/apiconfig/references/authorization
 */
export const MyAnimeList = oauth("myanimelist", "MyAnimeList", {
  mark: markMyanimelist,
  authorization: "https://myanimelist.net/v1/oauth2/authorize",
  token: "https://myanimelist.net/v1/oauth2/token",
  userinfo: "https://api.myanimelist.net/v2/users/@me",
  pkce: "plain",
  profile: { id: "id", name: "name", image: "picture" },
  emailTrust: "none",
  docs: { email: "The API returns no address." },
})

export default MyAnimeList
