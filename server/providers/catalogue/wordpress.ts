import { markWordpress } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with WordPress.com. Register the redirect URI `https://your.site/auth/callback/wordpress`, and set
 * `AUTH_WORDPRESS_ID` and `AUTH_WORDPRESS_SECRET`. For WordPress.com accounts only, not for self-hosted sites.
 *
 * @see https://developer.wordpress.com/docs/oauth2/
 */
export const WordPress = oauth("wordpress", "WordPress.com", {
  mark: markWordpress,
  authorization: "https://public-api.wordpress.com/oauth2/authorize",
  token: "https://public-api.wordpress.com/oauth2/token",
  userinfo: "https://public-api.wordpress.com/rest/v1.1/me",
  scopes: "auth",
  clientAuth: "post",
  profile: {
    id: "ID",
    name: ({ display_name, username }) => display_name || username,
    email: "email",
    emailVerified: "email_verified",
    image: "avatar_URL",
  },
  emailTrust: "claim",
  docs: { email: "`email_verified`: the user opened a link that WordPress.com emailed." },
})

export default WordPress
