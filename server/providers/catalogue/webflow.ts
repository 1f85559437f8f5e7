import { markWebflow } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { joinText } from "../fields.ts"

/**
 * Signs in with Webflow. Register the redirect URI `https://your.site/auth/callback/webflow`, and set
 * `AUTH_WEBFLOW_ID` and `AUTH_WEBFLOW_SECRET`.
 *
 * @see https://developers.webflow.com/data/reference/oauth-app
 */
export const Webflow = oauth("webflow", "Webflow", {
  mark: markWebflow,
  authorization: "https://webflow.com/oauth/authorize",
  token: "https://api.webflow.com/oauth/access_token",
  userinfo: "https://api.webflow.com/v2/token/authorized_by",
  scopes: "authorized_user:read",
  pkce: false,
  clientAuth: "post",
  profile: { id: "id", name: ({ firstName, lastName }) => joinText(firstName, lastName), email: "email" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Webflow
