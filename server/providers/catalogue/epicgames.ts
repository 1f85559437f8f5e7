import { oauth } from "../define.ts"

/** @see https://dev.epicgames.com/docs/web-api-ref/authentication */
export const EpicGames = oauth("epicgames", "Epic Games", {
  authorization: "https://www.epicgames.com/id/authorize",
  token: "https://api.epicgames.dev/epic/oauth/v2/token",
  userinfo: "https://api.epicgames.dev/epic/oauth/v2/userInfo",
  scopes: "basic_profile",
  pkce: false,
  profile: { id: "sub", name: "preferred_username|name" },
})
