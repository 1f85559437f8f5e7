import { oauth } from "../define.ts"

/**
 * Http redirect only to 127.0.0.1, not localhost.
 *
 * @see https://developer.spotify.com/documentation/web-api/tutorials/code-flow
 */
export const Spotify = oauth("spotify", "Spotify", {
  authorization: "https://accounts.spotify.com/authorize",
  token: "https://accounts.spotify.com/api/token",
  userinfo: "https://api.spotify.com/v1/me",
  scopes: "user-read-email",
  profile: { id: "id", name: "display_name", email: "email", image: "images[0].url" },
})
