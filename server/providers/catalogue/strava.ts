import { markStrava } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import { joinText } from "../fields.ts"
import { absoluteUrl } from "../quirks/fields.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Strava. Its other fields are untyped. */
export interface StravaProfile extends UntypedProfile {
  id: string
  firstname: string
  lastname: string
  profile: string
}

/**
 * Signs in with Strava. Register the redirect URI `https://your.site/auth/callback/strava`, and set `AUTH_STRAVA_ID`
 * and `AUTH_STRAVA_SECRET`.
 *
 * @see https://developers.strava.com/docs/authentication/
 */
export const Strava = oauthWith<StravaProfile>()("strava", "Strava", {
  mark: markStrava,
  authorization: { url: "https://www.strava.com/oauth/authorize", params: { approval_prompt: "auto" } },
  token: "https://www.strava.com/api/v3/oauth/token",
  userinfo: "https://www.strava.com/api/v3/athlete",
  scopes: "read",
  scopeSeparator: ",",
  pkce: false,
  clientAuth: "post",
  profile: {
    id: "id",
    name: ({ firstname, lastname, username }) => joinText(firstname, lastname) || username,
    image: ({ profile }) => absoluteUrl(profile),
  },
  emailTrust: "none",
  docs: { email: "The API returns no address." },
})

export default Strava
