import { markAsana } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Asana. Register the redirect URI `https://your.site/auth/callback/asana`, and set `AUTH_ASANA_ID` and
 * `AUTH_ASANA_SECRET`.
 *
 * @see https://developers.asana.com/docs/oauth
 */
export const Asana = oauth("asana", "Asana", {
  mark: markAsana,
  authorization: "https://app.asana.com/-/oauth_authorize",
  token: "https://app.asana.com/-/oauth_token",
  userinfo: "https://app.asana.com/api/1.0/users/me",
  scopes: "users:read",
  clientAuth: "post",
  unwrap: "data",
  profile: { id: "gid", name: "name", email: "email", image: "photo.image_128x128" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Asana
