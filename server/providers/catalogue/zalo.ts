import { markZalo } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Zalo. Register the redirect URI `https://your.site/auth/callback/zalo`, and set `AUTH_ZALO_ID` and
 * `AUTH_ZALO_SECRET`.
 *
 * @see https://developers.zalo.me/docs/social-api/tham-khao/user-access-token-v4
 */
export const Zalo = oauth("zalo", "Zalo", {
  mark: markZalo,
  authorization: "https://oauth.zaloapp.com/v4/permission",
  token: {
    url: "https://oauth.zaloapp.com/v4/access_token",
    params: { app_id: "{clientId}" },
    headers: { secret_key: "{clientSecret}" },
  },
  userinfo: {
    url: "https://graph.zalo.me/v2.0/me",
    auth: { in: "header", name: "access_token", scheme: null },
    params: { fields: "id,name,picture" },
  },
  clientAuth: "none",
  clientIdParam: "app_id",
  profile: { id: "id", name: "name", image: "picture.data.url" },
  errorWhen: "error",
  emailTrust: "none",
  docs: { email: "The API returns no address." },
})

export default Zalo
