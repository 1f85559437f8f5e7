import { markMonday } from "../../../components/view/marks/drawn.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with monday.com. Register the redirect URI `https://your.site/auth/callback/monday`, and set
 * `AUTH_MONDAY_ID` and `AUTH_MONDAY_SECRET`.
 *
 * @see https://developer.monday.com/apps/docs/oauth
 */
export const Monday = oauth("monday", "monday.com", {
  mark: markMonday,
  authorization: "https://auth.monday.com/oauth2/authorize",
  token: "https://auth.monday.com/oauth2/token",
  userinfo: {
    url: "https://api.monday.com/v2",
    method: "POST",
    auth: { in: "header", name: "Authorization", scheme: null },
    body: { query: "{ me { id name email photo_original } }" },
    bodyFormat: "json",
  },
  scopes: "me:read",
  pkce: false,
  clientAuth: "post",
  unwrap: "data.me",
  profile: { id: "id", name: "name", email: "email", image: "photo_original" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Monday
