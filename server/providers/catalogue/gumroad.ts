import { markGumroad } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Gumroad. Register the redirect URI `https://your.site/auth/callback/gumroad`, and set
 * `AUTH_GUMROAD_ID` and `AUTH_GUMROAD_SECRET`.
 *
 * @see https://gumroad.com/api
 */
export const Gumroad = oauth("gumroad", "Gumroad", {
  mark: markGumroad,
  authorization: "https://gumroad.com/oauth/authorize",
  token: "https://api.gumroad.com/oauth/token",
  userinfo: "https://api.gumroad.com/v2/user",
  scopes: "view_profile",
  pkce: false,
  clientAuth: "post",
  unwrap: "user",
  profile: { id: "user_id", name: "name", email: "email", image: "profile_url" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Gumroad
