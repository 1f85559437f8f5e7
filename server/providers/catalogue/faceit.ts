import { markFaceit } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with FACEIT. Register the redirect URI `https://your.site/auth/callback/faceit`, and set `AUTH_FACEIT_ID`
 * and `AUTH_FACEIT_SECRET`.
 *
 * @see https://docs.faceit.com/docs/auth/oauth2
 */
export const FACEIT = oauth("faceit", "FACEIT", {
  mark: markFaceit,
  authorization: { url: "https://accounts.faceit.com/accounts", params: { redirect_popup: "true" } },
  token: "https://api.faceit.com/auth/v1/oauth/token",
  userinfo: "https://api.faceit.com/auth/v1/resources/userinfo",
  scopes: "openid email profile",
  profile: { id: "guid", name: "nickname", email: "email", emailVerified: "email_verified", image: "picture" },
  emailTrust: "unverified",
  docs: { email: "The documentation doesn't say what its flag stands for." },
})

export default FACEIT
