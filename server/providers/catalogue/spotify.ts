import { markSpotify } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A part of what Spotify sends about a user. */
export interface SpotifyImage {
  url: string
}

/** A user's profile at Spotify. Its other fields are untyped. */
export interface SpotifyProfile extends UntypedProfile {
  id: string
  display_name: string
  email: string
  images: SpotifyImage[]
}

/**
 * Signs in with Spotify. Register the redirect URI `https://your.site/auth/callback/spotify`, and set
 * `AUTH_SPOTIFY_ID` and `AUTH_SPOTIFY_SECRET`. A redirect URI without https must be on 127.0.0.1.
 *
 * @see https://developer.spotify.com/documentation/web-api/tutorials/code-flow
 */
export const Spotify = oauthWith<SpotifyProfile>()("spotify", "Spotify", {
  mark: markSpotify,
  authorization: "https://accounts.spotify.com/authorize",
  token: "https://accounts.spotify.com/api/token",
  userinfo: "https://api.spotify.com/v1/me",
  scopes: "user-read-email",
  profile: { id: "id", name: "display_name", email: "email", image: "images[0].url" },
  emailTrust: "unverified",
  docs: { email: "The API reference says that the address is unverified." },
})

export default Spotify
