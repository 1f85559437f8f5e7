import { markUnsplash } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Unsplash. Register the redirect URI `https://your.site/auth/callback/unsplash`, and set
 * `AUTH_UNSPLASH_ID` and `AUTH_UNSPLASH_SECRET`. The address needs the scope `read_user`.
 *
 * @see https://unsplash.com/documentation/user-authentication-workflow
 */
export const Unsplash = oauth("unsplash", "Unsplash", {
  mark: markUnsplash,
  authorization: "https://unsplash.com/oauth/authorize",
  token: "https://unsplash.com/oauth/token",
  userinfo: "https://api.unsplash.com/me",
  scopes: "public read_user",
  pkce: false,
  clientAuth: "post",
  profile: { id: "id", name: ({ name, username }) => name || username, email: "email", image: "profile_image.large" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Unsplash
