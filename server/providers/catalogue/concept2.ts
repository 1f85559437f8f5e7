import { oauth } from "../define.ts"
import { joinText } from "../fields.ts"

/**
 * Signs in with Concept2. Register the redirect URI `https://your.site/auth/callback/concept2`, and set
 * `AUTH_CONCEPT2_ID` and `AUTH_CONCEPT2_SECRET`.
 *
 * @see https://log.concept2.com/developers/documentation/
 */
export const Concept2 = oauth("concept2", "Concept2", {
  authorization: "https://log.concept2.com/oauth/authorize",
  token: "https://log.concept2.com/oauth/access_token",
  userinfo: "https://log.concept2.com/api/users/me",
  scopes: "user:read",
  scopeSeparator: ",",
  unwrap: "data",
  profile: {
    id: "id",
    name: ({ username, first_name, last_name }) => username || joinText(first_name, last_name),
    email: "email",
    image: "profile_image",
  },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Concept2
