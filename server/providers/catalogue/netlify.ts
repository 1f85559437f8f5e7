import { markNetlify } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Netlify. Register the redirect URI `https://your.site/auth/callback/netlify`, and set
 * `AUTH_NETLIFY_ID` and `AUTH_NETLIFY_SECRET`.
 *
 * @see https://docs.netlify.com/api/get-started/#authentication
 */
export const Netlify = oauth("netlify", "Netlify", {
  mark: markNetlify,
  authorization: "https://app.netlify.com/authorize",
  token: "https://api.netlify.com/oauth/token",
  userinfo: "https://api.netlify.com/api/v1/user",
  profile: { id: "id", name: "full_name", email: "email", image: "avatar_url" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Netlify
