import { markRiotgames } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { optionalOption } from "../rows.ts"

/**
 * Signs in with Riot Games. Register the redirect URI `https://your.site/auth/callback/riotgames`, and set
 * `AUTH_RIOTGAMES_ID` and `AUTH_RIOTGAMES_SECRET`. Riot must approve RSO clients.
 *
 * @see https://developer.riotgames.com/docs/lol#rso-integration
 */
export const RiotGames = oauth("riotgames", "Riot Games", {
  mark: markRiotgames,
  options: { region: optionalOption("Americas, asia or europe; host of the account API", "europe") },
  authorization: "https://auth.riotgames.com/authorize",
  token: "https://auth.riotgames.com/token",
  userinfo: "https://{region}.api.riotgames.com/riot/account/v1/accounts/me",
  scopes: "openid",
  pkce: false,
  profile: { id: "puuid", name: ({ gameName, tagLine }) => gameName && tagLine && `${gameName}#${tagLine}` },
  emailTrust: "none",
  docs: {
    email: "The API returns no address.",
    id: "`puuid` is one per player and developer. Riot ID and name can change.",
  },
})

export default RiotGames
