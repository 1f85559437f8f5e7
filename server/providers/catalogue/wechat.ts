import { markWechat } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import { optionalOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at WeChat. Its other fields are untyped. */
export interface WeChatProfile extends UntypedProfile {
  openid: string
  nickname: string
  sex: number
  province: string
  city: string
  country: string
  headimgurl: string
  privilege: string[]
  unionid: string
}

/**
 * Signs in with WeChat. Register the redirect URI `https://your.site/auth/callback/wechat`, and set `AUTH_WECHAT_ID`
 * and `AUTH_WECHAT_SECRET`. `unionid` exists only if the app is bound to an Open Platform account.
 *
 * @see https://developers.weixin.qq.com/doc/oplatform/Website_App/WeChat_Login/Wechat_Login.html
 */
export const WeChat = oauthWith<WeChatProfile>()("wechat", "WeChat", {
  mark: markWechat,
  options: {
    platformType: optionalOption<"OfficialAccount" | "WebsiteApp">(
      "OfficialAccount, for pages inside WeChat, or WebsiteApp, with a QR code",
      "OfficialAccount",
    ),
  },
  authorization: "https://open.weixin.qq.com/connect/oauth2/authorize#wechat_redirect",
  token: {
    url: "https://api.weixin.qq.com/sns/oauth2/access_token",
    method: "GET",
    params: { appid: "{clientId}", secret: "{clientSecret}" },
  },
  userinfo: {
    url: "https://api.weixin.qq.com/sns/userinfo",
    auth: { in: "query", name: "access_token", scheme: null },
    params: { openid: "{$token.openid}", lang: "zh_CN" },
  },
  scopes: "snsapi_userinfo",
  scopeSeparator: ",",
  pkce: false,
  clientAuth: "none",
  clientIdParam: "appid",
  profile: { id: ({ unionid, openid }) => unionid || openid, name: "nickname", image: "headimgurl" },
  derive: ({ platformType }) =>
    platformType === "WebsiteApp"
      ? { authorization: "https://open.weixin.qq.com/connect/qrconnect#wechat_redirect", scopes: "snsapi_login" }
      : {},
  errorWhen: "errcode",
  emailTrust: "none",
  docs: {
    email: "The API returns no address.",
    id: "`unionid` is one per person and developer. `openid` stands in until the app joins an Open Platform account.",
  },
})

export default WeChat
