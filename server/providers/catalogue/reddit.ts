import { oauth } from "../define.ts"
import { unescaped } from "../quirks/fields.ts"

/**
 * Duration=permanent is needed for a refresh token.
 *
 * @see https://github.com/reddit-archive/reddit/wiki/OAuth2
 */
export const Reddit = oauth("reddit", "Reddit", {
  authorization: "https://www.reddit.com/api/v1/authorize",
  token: "https://www.reddit.com/api/v1/access_token",
  userinfo: "https://oauth.reddit.com/api/v1/me",
  scopes: "identity",
  pkce: false,
  profile: { id: "id", name: "name", image: unescaped("icon_img", "snoovatar_img") },
})
