import { markXiaomi } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Xiaomi. Register the redirect URI `https://your.site/auth/callback/xiaomi`, and set `AUTH_XIAOMI_ID`
 * and `AUTH_XIAOMI_SECRET`.
 *
 * @see https://dev.mi.com/docs/passport/en/user-guide/
 */
export const Xiaomi = oauth("xiaomi", "Xiaomi", {
  mark: markXiaomi,
  authorization: { url: "https://account.xiaomi.com/oauth2/authorize", params: { skip_confirm: "false" } },
  token: { url: "https://account.xiaomi.com/oauth2/token", method: "GET" },
  userinfo: {
    url: "https://open.account.xiaomi.com/user/profile",
    auth: { in: "query", name: "token", scheme: null },
    params: { clientId: "{clientId}" },
  },
  scopes: "1",
  pkce: false,
  clientAuth: "post",
  unwrap: "data",
  profile: { id: "unionId", name: "miliaoNick", image: "miliaoIcon" },
  emailTrust: "none",
  docs: { email: "The API returns no address.", id: "`unionId` is one per person and developer." },
})

export default Xiaomi
