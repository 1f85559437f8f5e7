import { oauth } from "../define.ts"
import { optional } from "../rows.ts"

/**
 * unionid exists only when the app is bound to an Open Platform account; openid is per app.
 *
 * @see https://developers.weixin.qq.com/doc/oplatform/Website_App/WeChat_Login/Wechat_Login.html
 */
export const WeChat = oauth("wechat", "WeChat", {
  options: {
    platformType: optional<"OfficialAccount" | "WebsiteApp">(
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
  profile: { id: "unionid|openid", name: "nickname", image: "headimgurl" },
  derive: ({ platformType }) =>
    platformType === "WebsiteApp"
      ? { authorization: "https://open.weixin.qq.com/connect/qrconnect#wechat_redirect", scopes: "snsapi_login" }
      : {},
  refusal: "errcode",
})
