import { markCrowdin } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Crowdin. Register the redirect URI `https://your.site/auth/callback/crowdin`, and set
 * `AUTH_CROWDIN_ID` and `AUTH_CROWDIN_SECRET`.
 *
 * @see https://support.crowdin.com/developer/authorizing-oauth-apps/
 */
export const Crowdin = oauth("crowdin", "Crowdin", {
  mark: markCrowdin,
  authorization: "https://accounts.crowdin.com/oauth/authorize",
  token: "https://accounts.crowdin.com/oauth/token",
  userinfo: "https://crowdin.com/api/v2/user",
  scopes: "project",
  pkce: false,
  clientAuth: "post",
  unwrap: "data",
  profile: { id: "id", name: ({ fullName, username }) => fullName || username, email: "email", image: "avatarUrl" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Crowdin
