import { markDeviantart } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with DeviantArt. Register the redirect URI `https://your.site/auth/callback/deviantart`, and set
 * `AUTH_DEVIANTART_ID` and `AUTH_DEVIANTART_SECRET`.
 *
 * @see https://www.deviantart.com/developers/authentication
 */
export const DeviantArt = oauth("deviantart", "DeviantArt", {
  mark: markDeviantart,
  authorization: "https://www.deviantart.com/oauth2/authorize",
  token: "https://www.deviantart.com/oauth2/token",
  userinfo: "https://www.deviantart.com/api/v1/oauth2/user/whoami",
  scopes: "basic",
  clientAuth: "post",
  profile: { id: "userid", name: "username", image: "usericon" },
  emailTrust: "none",
  docs: { email: "The API returns no address." },
})

export default DeviantArt
