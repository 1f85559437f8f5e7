import { markAnilist } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with AniList. Register the redirect URI `https://your.site/auth/callback/anilist`, and set
 * `AUTH_ANILIST_ID` and `AUTH_ANILIST_SECRET`.
 *
 * @see https://docs.anilist.co/guide/auth/
 */
export const AniList = oauth("anilist", "AniList", {
  mark: markAnilist,
  authorization: "https://anilist.co/api/v2/oauth/authorize",
  token: "https://anilist.co/api/v2/oauth/token",
  userinfo: {
    url: "https://graphql.anilist.co",
    method: "POST",
    body: { query: "{ Viewer { id name avatar { large } } }" },
    bodyFormat: "json",
  },
  pkce: false,
  unwrap: "data.Viewer",
  profile: { id: "id", name: "name", image: "avatar.large" },
  emailTrust: "none",
  docs: { email: "The API returns no address." },
})

export default AniList
