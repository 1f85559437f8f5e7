import { markWikimedia } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A part of what Wikimedia sends about a user. */
export type WikimediaGroup = string

/** A part of what Wikimedia sends about a user. */
export type WikimediaGrant = string

/** A part of what Wikimedia sends about a user. */
export type WikimediaRight = string

/** A user's profile at Wikimedia. Its other fields are untyped. */
export interface WikimediaProfile extends UntypedProfile {
  sub: string
  username: string
  editcount: number
  confirmed_email: boolean
  blocked: boolean
  registered: string
  groups: WikimediaGroup[]
  rights: WikimediaRight[]
  grants: WikimediaGrant[]
  realname: string
  email: string
}

/**
 * Signs in with Wikimedia. Register the redirect URI `https://your.site/auth/callback/wikimedia`, and set
 * `AUTH_WIKIMEDIA_ID` and `AUTH_WIKIMEDIA_SECRET`. The grants are those of the consumer's registration.
 *
 * @see https://www.mediawiki.org/wiki/Extension:OAuth
 */
export const Wikimedia = oauthWith<WikimediaProfile>()("wikimedia", "Wikimedia", {
  mark: markWikimedia,
  authorization: "https://meta.wikimedia.org/w/rest.php/oauth2/authorize",
  token: "https://meta.wikimedia.org/w/rest.php/oauth2/access_token",
  userinfo: "https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile",
  profile: {
    id: "sub",
    name: ({ username, realname }) => username || realname,
    email: "email",
    emailVerified: "confirmed_email",
  },
  emailTrust: "claim",
  docs: { email: "`confirmed_email`: the user opened a link that Wikimedia emailed." },
})

export default Wikimedia
