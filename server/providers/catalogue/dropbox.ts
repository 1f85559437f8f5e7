import { markDropbox } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Dropbox. Register the redirect URI `https://your.site/auth/callback/dropbox`, and set
 * `AUTH_DROPBOX_ID` and `AUTH_DROPBOX_SECRET`. `token_access_type=offline` is what gives a refresh token.
 *
 * @see https://developers.dropbox.com/oauth-guide
 */
export const Dropbox = oauth("dropbox", "Dropbox", {
  mark: markDropbox,
  authorization: { url: "https://www.dropbox.com/oauth2/authorize", params: { token_access_type: "offline" } },
  token: "https://api.dropboxapi.com/oauth2/token",
  userinfo: { url: "https://api.dropboxapi.com/2/users/get_current_account", method: "POST" },
  scopes: "account_info.read",
  profile: {
    id: "account_id",
    name: "name.display_name",
    email: "email",
    emailVerified: "email_verified",
    image: "profile_photo_url",
  },
  emailTrust: "claim",
  docs: { email: "`email_verified`: the user verified the address." },
})

export default Dropbox
