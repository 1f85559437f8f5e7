import { markReddit } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { unescapeUrl } from "../quirks/fields.ts"

/**
 * Signs in with Reddit. Register the redirect URI `https://your.site/auth/callback/reddit`, and set `AUTH_REDDIT_ID`
 * and `AUTH_REDDIT_SECRET`. The parameter `duration: "permanent"` is what gives a refresh token.
 *
 * @see https://github.com/reddit-archive/reddit/wiki/OAuth2
 */
export const Reddit = oauth("reddit", "Reddit", {
  mark: markReddit,
  authorization: "https://www.reddit.com/api/v1/authorize",
  token: "https://www.reddit.com/api/v1/access_token",
  userinfo: "https://oauth.reddit.com/api/v1/me",
  scopes: "identity",
  pkce: false,
  profile: { id: "id", name: "name", image: ({ icon_img, snoovatar_img }) => unescapeUrl(icon_img || snoovatar_img) },
  emailTrust: "none",
  docs: { email: "The API says that there is a verified address, and not which." },
})

export default Reddit
