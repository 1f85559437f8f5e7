import { markDingtalk } from "../../../components/view/marks/drawn.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with DingTalk. Register the redirect URI `https://your.site/auth/callback/dingtalk`, and set
 * `AUTH_DINGTALK_ID` and `AUTH_DINGTALK_SECRET`.
 *
 * @see https://open.dingtalk.com/document/orgapp/tutorial-obtaining-user-personal-information
 */
export const DingTalk = oauth("dingtalk", "DingTalk", {
  mark: markDingtalk,
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
  emailTrust: "unverified",
  docs: {
    email: "The API doesn't say whether the address was verified.",
    id: "`unionId` is one per person and developer.",
  },
})

export default DingTalk
