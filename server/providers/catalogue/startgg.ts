import { oauth } from "../define.ts"

/** @see https://developer.start.gg/docs/oauth/oauth-overview */
export const StartGG = oauth("startgg", "start.gg", {
  authorization: "https://start.gg/oauth/authorize",
  token: { url: "https://api.start.gg/oauth/access_token", params: { scope: "user.identity user.email" } },
  userinfo: {
    url: "https://api.start.gg/gql/alpha",
    method: "POST",
    body: { query: '{ currentUser { id slug email name player { gamerTag } images(type: "profile") { url } } }' },
    bodyFormat: "json",
  },
  scopes: "user.identity user.email",
  pkce: false,
  clientAuth: "post",
  unwrap: "data.currentUser",
  profile: { id: "id", name: "player.gamerTag|name", email: "email", image: "images[0].url" },
})
