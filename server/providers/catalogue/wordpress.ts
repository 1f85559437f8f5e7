import { oauth } from "../define.ts"

/**
 * WordPress.com accounts only, not self-hosted sites.
 *
 * @see https://developer.wordpress.com/docs/oauth2/
 */
export const WordPress = oauth("wordpress", "WordPress.com", {
  authorization: "https://public-api.wordpress.com/oauth2/authorize",
  token: "https://public-api.wordpress.com/oauth2/token",
  userinfo: "https://public-api.wordpress.com/rest/v1.1/me",
  scopes: "auth",
  clientAuth: "post",
  profile: {
    id: "ID",
    name: "display_name|username",
    email: "email",
    emailVerified: "email_verified",
    image: "avatar_URL",
  },
})
