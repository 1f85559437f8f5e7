import { markRailway } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Railway. Register the redirect URI `https://your.site/auth/callback/railway`, and set
 * `AUTH_RAILWAY_ID` and `AUTH_RAILWAY_SECRET`.
 *
 * @see https://docs.railway.com/integrations/oauth
 */
export const Railway = oauth("railway", "Railway", {
  mark: markRailway,
  authorization: "https://backboard.railway.com/oauth/auth",
  token: "https://backboard.railway.com/oauth/token",
  userinfo: "https://backboard.railway.com/oauth/me",
  scopes: "openid email profile",
  profile: { id: "sub", name: "name", email: "email", image: "picture" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Railway
