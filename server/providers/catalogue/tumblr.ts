import { markTumblr } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { findIn } from "../fields.ts"

/**
 * Signs in with Tumblr. Register the redirect URI `https://your.site/auth/callback/tumblr`, and set `AUTH_TUMBLR_ID`
 * and `AUTH_TUMBLR_SECRET`. The scope `offline_access` gives a refresh token.
 *
 * @see https://www.tumblr.com/docs/en/api/v2#oauth2-authorization
 */
export const Tumblr = oauth("tumblr", "Tumblr", {
  mark: markTumblr,
  authorization: "https://www.tumblr.com/oauth2/authorize",
  token: "https://api.tumblr.com/v2/oauth2/token",
  userinfo: "https://api.tumblr.com/v2/user/info",
  scopes: "basic",
  pkce: false,
  unwrap: "response.user",
  profile: {
    id: ({ blogs }) => findIn(blogs, ({ primary }) => primary === true)?.["uuid"],
    name: "name",
    image: ({ name }) => name && `https://api.tumblr.com/v2/blog/${name}/avatar/128`,
  },
  emailTrust: "none",
  docs: {
    email: "The API returns no address.",
    id: "The UUID of the primary blog. Tumblr has no user id, and the name can change.",
  },
})

export default Tumblr
