import { markIntercom } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Intercom. Register the redirect URI `https://your.site/auth/callback/intercom`, and set
 * `AUTH_INTERCOM_ID` and `AUTH_INTERCOM_SECRET`. The scopes are those of the app's settings.
 *
 * @see https://developers.intercom.com/docs/build-an-integration/learn-more/authentication/setting-up-oauth
 */
export const Intercom = oauth("intercom", "Intercom", {
  mark: markIntercom,
  authorization: "https://app.intercom.com/oauth",
  token: "https://api.intercom.io/auth/eagle/token",
  userinfo: "https://api.intercom.io/me",
  pkce: false,
  clientAuth: "post",
  profile: { id: "id", name: "name", email: "email", emailVerified: "email_verified", image: "avatar.image_url" },
  emailTrust: "claim",
  docs: { email: "`email_verified`: the teammate verified the address." },
})

export default Intercom
