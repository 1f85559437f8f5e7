import { oauth } from "../define.ts"

/** @see https://musicbrainz.org/doc/Development/OAuth2 */
export const MusicBrainz = oauth("musicbrainz", "MusicBrainz", {
  authorization: "https://musicbrainz.org/oauth2/authorize",
  token: "https://musicbrainz.org/oauth2/token",
  userinfo: "https://musicbrainz.org/oauth2/userinfo",
  scopes: "profile email",
  clientAuth: "post",
  profile: { id: "metabrainz_user_id", name: "sub", email: "email", emailVerified: "email_verified" },
})
