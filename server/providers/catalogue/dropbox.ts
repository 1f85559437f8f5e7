import { oauth } from "../define.ts"

/**
 * Token_access_type=offline is needed for a refresh token.
 *
 * @see https://developers.dropbox.com/oauth-guide
 */
export const Dropbox = oauth("dropbox", "Dropbox", {
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
})
