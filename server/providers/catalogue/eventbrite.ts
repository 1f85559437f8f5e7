import { oauthWith } from "../define.ts"
import { findIn, joinText } from "../fields.ts"
import type { Profile } from "../profile-types.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Eventbrite. Its other fields are untyped. */
export interface EventbriteProfile extends UntypedProfile {
  id: string
  name: string
  first_name: string
  last_name: string
  emails: { email: string; verified: boolean; primary: boolean }[]
  image_id: string
}

/** Returns the primary address, or else the first one. */
const address = ({ emails }: Profile) => findIn(emails, ({ primary }) => primary === true) ?? findIn(emails, () => true)

/**
 * Signs in with Eventbrite. Register the redirect URI `https://your.site/auth/callback/eventbrite`, and set
 * `AUTH_EVENTBRITE_ID` and `AUTH_EVENTBRITE_SECRET`.
 *
 * @see https://www.eventbrite.com/platform/api#/introduction/authentication
 */
export const Eventbrite = oauthWith<EventbriteProfile>()("eventbrite", "Eventbrite", {
  authorization: "https://www.eventbrite.com/oauth/authorize",
  token: "https://www.eventbrite.com/oauth/token",
  userinfo: "https://www.eventbriteapi.com/v3/users/me/",
  clientAuth: "post",
  profile: {
    id: "id",
    name: ({ name, first_name, last_name }) => name || joinText(first_name, last_name),
    email: (profile) => address(profile)?.["email"],
    emailVerified: (profile) => address(profile)?.["verified"],
    image: ({ image_id: id }) =>
      id && `https://img.evbuc.com/https%3A%2F%2Fcdn.evbuc.com%2Fimages%2F${id}%2F1%2Foriginal.jpg`,
  },
  emailTrust: "claim",
  docs: { email: "`verified` of the same entry: the user proved this address." },
})

export default Eventbrite
