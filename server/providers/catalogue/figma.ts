import { markFigma } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Figma. Register the redirect URI `https://your.site/auth/callback/figma`, and set `AUTH_FIGMA_ID` and
 * `AUTH_FIGMA_SECRET`.
 *
 * @see https://developers.figma.com/docs/rest-api/authentication/
 */
export const Figma = oauth("figma", "Figma", {
  mark: markFigma,
  authorization: "https://www.figma.com/oauth",
  token: "https://api.figma.com/v1/oauth/token",
  userinfo: "https://api.figma.com/v1/me",
  scopes: "current_user:read",
  profile: { id: "id", name: "handle", email: "email", image: "img_url" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Figma
