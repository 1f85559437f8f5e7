import { markQq } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with QQ. Register the redirect URI `https://your.site/auth/callback/qq`, and set `AUTH_QQ_ID` and
 * `AUTH_QQ_SECRET`.
 *
 * @see https://wiki.connect.qq.com/
 */
export const QQ = oauth("qq", "QQ", {
  mark: markQq,
  authorization: "https://graph.qq.com/oauth2.0/authorize",
  token: { url: "https://graph.qq.com/oauth2.0/token", method: "GET", params: { fmt: "json", need_openid: "1" } },
  userinfo: {
    url: "https://graph.qq.com/user/get_user_info",
    auth: { in: "query", name: "access_token", scheme: null },
    params: { oauth_consumer_key: "{clientId}", openid: "{$extra.me.openid}" },
  },
  extra: {
    me: {
      url: "https://graph.qq.com/oauth2.0/me?fmt=json&unionid=1",
      auth: { in: "query", name: "access_token", scheme: null },
      beforeUserinfo: true,
    },
  },
  scopes: "get_user_info",
  scopeSeparator: ",",
  pkce: false,
  clientAuth: "post",
  profile: {
    id: "$extra.me.openid",
    name: "nickname",
    image: ({ figureurl_qq_2, figureurl_qq_1 }) => figureurl_qq_2 || figureurl_qq_1,
  },
  errorWhen: "ret",
  emailTrust: "none",
  docs: { email: "The API returns no address.", id: "`openid` is one per person and app." },
})

export default QQ
