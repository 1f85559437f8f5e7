import { markWeibo } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Weibo. Register the redirect URI `https://your.site/auth/callback/weibo`, and set `AUTH_WEIBO_ID` and
 * `AUTH_WEIBO_SECRET`.
 *
 * @see https://open.weibo.com/wiki/Oauth2
 */
export const Weibo = oauth("weibo", "Weibo", {
  mark: markWeibo,
  authorization: "https://api.weibo.com/oauth2/authorize",
  token: "https://api.weibo.com/oauth2/access_token",
  userinfo: {
    url: "https://api.weibo.com/2/users/show.json",
    auth: { in: "query", name: "access_token", scheme: null },
    params: { uid: "{$token.uid}" },
  },
  pkce: false,
  clientAuth: "post",
  profile: { id: "idstr", name: ({ screen_name, name }) => screen_name || name, image: "avatar_large" },
  errorWhen: "error_code",
  emailTrust: "none",
  docs: { email: "The API returns no address.", id: "The user's number as text." },
})

export default Weibo
