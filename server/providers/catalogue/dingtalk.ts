import { oauth } from "../define.ts"

/** @see https://open.dingtalk.com/document/orgapp/tutorial-obtaining-user-personal-information */
export const DingTalk = oauth("dingtalk", "DingTalk", {
  authorization: { url: "https://login.dingtalk.com/oauth2/auth", params: { prompt: "consent" } },
  token: {
    url: "https://api.dingtalk.com/v1.0/oauth2/userAccessToken",
    bodyFormat: "json",
    rename: { client_id: "clientId", client_secret: "clientSecret", grant_type: "grantType" },
  },
  userinfo: {
    url: "https://api.dingtalk.com/v1.0/contact/users/me",
    auth: { in: "header", name: "x-acs-dingtalk-access-token", scheme: null },
  },
  scopes: "openid",
  pkce: false,
  clientAuth: "post",
  profile: { id: "unionId", name: "nick", email: "email", image: "avatarUrl" },
  tokenNames: { accessToken: "access_token", refreshToken: "refresh_token", expireIn: "expires_in" },
})
