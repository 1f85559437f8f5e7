import { oauth } from "../define.ts"

/**
 * Signs in with Dribbble. Register the redirect URI `https://your.site/auth/callback/dribbble`, and set
 * `AUTH_DRIBBBLE_ID` and `AUTH_DRIBBBLE_SECRET`.
 *
 * @see https://developer.dribbble.com/v2/oauth/
 */
export const Dribbble = oauth("dribbble", "Dribbble", {
  authorization: "https://dribbble.com/oauth/authorize",
  token: "https://dribbble.com/oauth/token",
  userinfo: "https://api.dribbble.com/v2/user",
  scopes: "public",
  clientAuth: "post",
  profile: { id: "id", name: ({ name, login }) => name || login, email: "email", image: "avatar_url" },
  emailTrust: "unverified",
  docs: { email: "The API documents no address at all." },
})

export default Dribbble
