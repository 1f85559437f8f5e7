import { markMusicbrainz } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with MusicBrainz. Register the redirect URI `https://your.site/auth/callback/musicbrainz`, and set
 * `AUTH_MUSICBRAINZ_ID` and `AUTH_MUSICBRAINZ_SECRET`.
 *
 * @see https://musicbrainz.org/doc/Development/OAuth2
 */
export const MusicBrainz = oauth("musicbrainz", "MusicBrainz", {
  mark: markMusicbrainz,
  authorization: "https://musicbrainz.org/oauth2/authorize",
  token: "https://musicbrainz.org/oauth2/token",
  userinfo: "https://musicbrainz.org/oauth2/userinfo",
  scopes: "profile email",
  clientAuth: "post",
  profile: { id: "metabrainz_user_id", name: "sub", email: "email", emailVerified: "email_verified" },
  emailTrust: "claim",
  docs: {
    email: "`email_verified`: the user opened a link that MusicBrainz emailed.",
    id: "The number of the account. `sub` is the user name, which can change.",
  },
})

export default MusicBrainz
