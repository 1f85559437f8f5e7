import { markMastodon } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import { issuerOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Mastodon. Its other fields are untyped. */
export interface MastodonProfile extends UntypedProfile {
  id: string
  username: string
  acct: string
  display_name: string
  locked: boolean
  bot: boolean
  created_at: string
  note: string
  url: string
  avatar: string
  avatar_static: string
  header: string
  header_static: string
  followers_count: number
  following_count: number
  statuses_count: number
  last_status_at: string | null
}

/**
 * Signs in with Mastodon. Register the redirect URI `https://your.site/auth/callback/mastodon`, and set
 * `AUTH_MASTODON_ID`, `AUTH_MASTODON_SECRET` and `AUTH_MASTODON_ISSUER`. Each instance needs its own client: POST
 * `{issuer}/api/v1/apps`.
 *
 * @see https://docs.joinmastodon.org/spec/oauth/
 */
export const Mastodon = oauthWith<MastodonProfile>()("mastodon", "Mastodon", {
  mark: markMastodon,
  options: { issuer: issuerOption("Instance base URL, e.g. https://mastodon.social") },
  authorization: "{issuer}/oauth/authorize",
  token: "{issuer}/oauth/token",
  userinfo: "{issuer}/api/v1/accounts/verify_credentials",
  scopes: "profile",
  profile: {
    id: "id",
    name: ({ display_name, username }) => display_name || username,
    image: ({ avatar, avatar_static }) => avatar || avatar_static,
  },
  emailTrust: "none",
  docs: {
    email: "The API returns no address.",
    id: "A number of this instance. Give each instance a provider with its own `id`.",
    selfHosted: true,
  },
})

export default Mastodon
