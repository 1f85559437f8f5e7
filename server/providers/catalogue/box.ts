import { markBox } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Box. Register the redirect URI `https://your.site/auth/callback/box`, and set `AUTH_BOX_ID` and
 * `AUTH_BOX_SECRET`. The scopes are those of the app's settings.
 *
 * @see https://developer.box.com/guides/authentication/oauth2/
 */
export const Box = oauth("box", "Box", {
  mark: markBox,
  authorization: "https://account.box.com/api/oauth2/authorize",
  token: "https://api.box.com/oauth2/token",
  userinfo: "https://api.box.com/2.0/users/me",
  clientAuth: "post",
  profile: { id: "id", name: "name", email: "login", image: "avatar_url" },
  emailTrust: "unverified",
  docs: { email: "`login` is the primary address. There is no flag, and companies create accounts." },
})

export default Box
