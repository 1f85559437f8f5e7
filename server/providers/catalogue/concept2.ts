import { oauthWith } from "../define.ts"
import { joinText } from "../fields.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Concept2. Its other fields are untyped. */
export interface Concept2Profile extends UntypedProfile {
  id: number
  username: string
  first_name: string
  last_name: string
  gender: string
  dob: string
  email: string
  country: string
  profile_image: string
  age_restricted: boolean
  email_permission: boolean | null
  max_heart_rate: number | null
  weight: number | null
  logbook_privacy: string | null
}

/**
 * Signs in with Concept2. Register the redirect URI `https://your.site/auth/callback/concept2`, and set
 * `AUTH_CONCEPT2_ID` and `AUTH_CONCEPT2_SECRET`.
 *
 * @see https://log.concept2.com/developers/documentation/
 */
export const Concept2 = oauthWith<Concept2Profile>()("concept2", "Concept2", {
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
