import { oauth } from "../define.ts"
import { optional } from "../rows.ts"

/**
 * RSO clients need approval by Riot.
 *
 * @see https://developer.riotgames.com/docs/lol#rso-integration
 */
export const RiotGames = oauth("riotgames", "Riot Games", {
  options: { region: optional("Americas, asia or europe; host of the account API", "europe") },
  authorization: "https://auth.riotgames.com/authorize",
  token: "https://auth.riotgames.com/token",
  userinfo: "https://{region}.api.riotgames.com/riot/account/v1/accounts/me",
  scopes: "openid",
  pkce: false,
  profile: { id: "puuid", name: "`{gameName!}#{tagLine!}`" },
})
