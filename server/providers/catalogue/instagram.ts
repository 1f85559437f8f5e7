import { markInstagram } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Instagram. Register the redirect URI `https://your.site/auth/callback/instagram`, and set
 * `AUTH_INSTAGRAM_ID` and `AUTH_INSTAGRAM_SECRET`. For business and creator accounts only. The Basic Display API ended
 * on 2024-12-04.
 *
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 */
export const Instagram = oauth("instagram", "Instagram", {
  mark: markInstagram,
  authorization: "https://www.instagram.com/oauth/authorize",
  token: { url: "https://api.instagram.com/oauth/access_token", unwrap: "data[0]" },
  userinfo: {
    url: "https://graph.instagram.com/me",
    auth: { in: "query", name: "access_token", scheme: null },
    params: { fields: "user_id,username,name,account_type,profile_picture_url" },
  },
  scopes: "instagram_business_basic",
  scopeSeparator: ",",
  pkce: false,
  clientAuth: "post",
  profile: { id: "user_id", name: ({ name, username }) => name || username, image: "profile_picture_url" },
  emailTrust: "none",
  docs: { email: "The API returns no address." },
})

export default Instagram
