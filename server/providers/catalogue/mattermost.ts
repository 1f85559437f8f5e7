import { oauth } from "../define.ts"
import { joinText } from "../fields.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Mattermost. Register the redirect URI `https://your.site/auth/callback/mattermost`, and set
 * `AUTH_MATTERMOST_ID`, `AUTH_MATTERMOST_SECRET` and `AUTH_MATTERMOST_ISSUER`.
 *
 * @see https://developers.mattermost.com/integrate/apps/authentication/oauth2/
 */
export const Mattermost = oauth("mattermost", "Mattermost", {
  options: { issuer: issuerOption("Server base URL") },
  authorization: "{issuer}/oauth/authorize",
  token: "{issuer}/oauth/access_token",
  userinfo: "{issuer}/api/v4/users/me",
  clientAuth: "post",
  profile: {
    id: "id",
    name: ({ nickname, first_name, last_name, username }) => nickname || joinText(first_name, last_name) || username,
    email: "email",
    emailVerified: "email_verified",
  },
  emailTrust: "idp",
  docs: { email: "Its administrators can turn the verification of addresses off.", selfHosted: true },
})

export default Mattermost
