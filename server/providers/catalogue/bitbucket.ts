import { markBitbucket } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import { findIn } from "../fields.ts"
import type { MappingContext } from "../mapping.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Bitbucket. Its other fields are untyped. */
export interface BitbucketProfile extends UntypedProfile {
  display_name: string
  created_on: string
  type: string
  uuid: string
  has_2fa_enabled: boolean | null
  username: string
  is_staff: boolean
  account_id: string
  nickname: string
  account_status: string
  location: string | null
}

/** Returns the user's primary address. */
const primary = ({ emails }: MappingContext["extra"]) => findIn(emails, ({ is_primary }) => is_primary === true)

/**
 * Signs in with Bitbucket. Register the redirect URI `https://your.site/auth/callback/bitbucket`, and set
 * `AUTH_BITBUCKET_ID` and `AUTH_BITBUCKET_SECRET`. The scopes are those of the OAuth consumer's settings.
 *
 * @see https://support.atlassian.com/bitbucket-cloud/docs/use-oauth-on-bitbucket-cloud/
 */
export const Bitbucket = oauthWith<BitbucketProfile>()("bitbucket", "Bitbucket", {
  mark: markBitbucket,
  authorization: "https://bitbucket.org/site/oauth2/authorize",
  token: "https://bitbucket.org/site/oauth2/access_token",
  userinfo: "https://api.bitbucket.org/2.0/user",
  extra: { emails: { url: "https://api.bitbucket.org/2.0/user/emails", unwrap: "values", needsScope: "email" } },
  scopes: "account email",
  profile: {
    id: "account_id",
    name: ({ display_name, username, nickname }) => display_name || username || nickname,
    email: (_, { extra }) => primary(extra)?.["email"],
    emailVerified: (_, { extra }) => primary(extra)?.["is_confirmed"],
    image: "links.avatar.href",
  },
  emailTrust: "claim",
  docs: { email: "`is_confirmed` of the primary address: the user opened a link that Bitbucket emailed." },
})

export default Bitbucket
