import { oauth } from "../define.ts"

/**
 * Scope offline_access gives a refresh token.
 *
 * @see https://www.tumblr.com/docs/en/api/v2#oauth2-authorization
 */
export const Tumblr = oauth("tumblr", "Tumblr", {
  authorization: "https://www.tumblr.com/oauth2/authorize",
  token: "https://api.tumblr.com/v2/oauth2/token",
  userinfo: "https://api.tumblr.com/v2/user/info",
  scopes: "basic",
  pkce: false,
  unwrap: "response.user",
  profile: { id: "blogs[?primary].uuid", name: "name", image: "`https://api.tumblr.com/v2/blog/{name!}/avatar/128`" },
})
