import { oauth } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://developers.mattermost.com/integrate/apps/authentication/oauth2/ */
export const Mattermost = oauth("mattermost", "Mattermost", {
  options: { issuer: required("Server base URL") },
  authorization: "{issuer}/oauth/authorize",
  token: "{issuer}/oauth/access_token",
  userinfo: "{issuer}/api/v4/users/me",
  clientAuth: "post",
  profile: {
    id: "id",
    name: "nickname|`{first_name} {last_name}`|username",
    email: "email",
    emailVerified: "email_verified",
  },
})
