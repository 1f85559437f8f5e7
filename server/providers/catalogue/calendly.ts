import { markCalendly } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Calendly. Register the redirect URI `https://your.site/auth/callback/calendly`, and set
 * `AUTH_CALENDLY_ID` and `AUTH_CALENDLY_SECRET`.
 *
 * @see https://developer.calendly.com/api-docs/3cefb59b832eb-calendly-o-auth-2-0
 */
export const Calendly = oauth("calendly", "Calendly", {
  mark: markCalendly,
  authorization: "https://auth.calendly.com/oauth/authorize",
  token: "https://auth.calendly.com/oauth/token",
  userinfo: "https://api.calendly.com/users/me",
  clientAuth: "post",
  unwrap: "resource",
  profile: { id: "uri", name: "name", email: "email", image: "avatar_url" },
  emailTrust: "unverified",
  docs: {
    email: "The API doesn't say whether the address was verified.",
    id: "The resource URI, which ends with the user's UUID.",
  },
})

export default Calendly
