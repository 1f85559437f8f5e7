import { markTwitter } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user at X. */
export interface TwitterUser extends UntypedProfile {
  id: string
  name: string
  email?: string
  username: string
  location?: string
  entities?: {
    url: { urls: Array<{ start: number; end: number; url: string; expanded_url: string; display_url: string }> }
    description: { hashtags: Array<{ start: number; end: number; tag: string }> }
  }
  verified?: boolean
  description?: string
  url?: string
  profile_image_url?: string
  protected?: boolean
  pinned_tweet_id?: string
  created_at?: string
}

/** A user's profile at X. Its other fields are untyped. */
export interface TwitterProfile extends TwitterUser {
  /** The user again. Only the preset `authjs()` passes it, as Auth.js does. */
  data: TwitterUser
}

/**
 * Signs in with X. Register the redirect URI `https://your.site/auth/callback/twitter`, and set `AUTH_TWITTER_ID` and
 * `AUTH_TWITTER_SECRET`. The address needs the scope `users.email` and the email switch in the app's settings.
 *
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code
 */
export const Twitter = oauthWith<TwitterProfile>()("twitter", "X", {
  mark: markTwitter,
  authorization: "https://x.com/i/oauth2/authorize",
  token: "https://api.x.com/2/oauth2/token",
  userinfo: { url: "https://api.x.com/2/users/me", params: { "user.fields": "profile_image_url,confirmed_email" } },
  scopes: "users.read tweet.read users.email offline.access",
  unwrap: "data",
  profile: {
    id: "id",
    name: ({ name, username }) => name || username,
    email: "confirmed_email",
    emailVerified: ({ confirmed_email }) => Boolean(confirmed_email),
    image: "profile_image_url",
  },
  compat: { 4: { name: "Twitter" }, 5: { name: "Twitter" } },
  emailTrust: "always",
  docs: { email: "X returns `confirmed_email` only after the user confirmed it." },
})

export default Twitter
