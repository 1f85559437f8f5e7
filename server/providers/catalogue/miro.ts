import { markMiro } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Miro. Register the redirect URI `https://your.site/auth/callback/miro`, and set `AUTH_MIRO_ID` and
 * `AUTH_MIRO_SECRET`. The scopes are those of the app's settings.
 *
 * @see https://developers.miro.com/docs/getting-started-with-oauth
 */
export const Miro = oauth("miro", "Miro", {
  mark: markMiro,
  authorization: "https://miro.com/oauth/authorize",
  token: "https://api.miro.com/v1/oauth/token",
  userinfo: "https://api.miro.com/v1/users/me",
  scopes: "identity:read",
  pkce: false,
  clientAuth: "post",
  profile: { id: "id", name: "name", email: "email", image: "picture.imageURL" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Miro
