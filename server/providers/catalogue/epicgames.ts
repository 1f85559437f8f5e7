import { markEpicgames } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Epic Games. Register the redirect URI `https://your.site/auth/callback/epicgames`, and set
 * `AUTH_EPICGAMES_ID` and `AUTH_EPICGAMES_SECRET`.
 *
 * @see https://dev.epicgames.com/docs/web-api-ref/authentication
 */
export const EpicGames = oauth("epicgames", "Epic Games", {
  mark: markEpicgames,
  authorization: "https://www.epicgames.com/id/authorize",
  token: "https://api.epicgames.dev/epic/oauth/v2/token",
  userinfo: "https://api.epicgames.dev/epic/oauth/v2/userInfo",
  scopes: "basic_profile",
  pkce: false,
  profile: { id: "sub", name: ({ preferred_username, name }) => preferred_username || name },
  emailTrust: "none",
  docs: { email: "The API returns no address." },
})

export default EpicGames
