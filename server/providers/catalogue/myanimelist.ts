import { oauth } from "../define.ts"

/** @see https://myanimelist.net/apiconfig/references/authorization */
export const MyAnimeList = oauth("myanimelist", "MyAnimeList", {
  authorization: "https://myanimelist.net/v1/oauth2/authorize",
  token: "https://myanimelist.net/v1/oauth2/token",
  userinfo: "https://api.myanimelist.net/v2/users/@me",
  pkce: "plain",
  profile: { id: "id", name: "name", image: "picture" },
})
