import { oauth } from "../define.ts"

/**
 * Signs in with Tiltify. Register the redirect URI `https://your.site/auth/callback/tiltify`, and set
 * `AUTH_TILTIFY_ID` and `AUTH_TILTIFY_SECRET`.
 *
 * @see https://developers.tiltify.com/docs/oauth
 */
export const Tiltify = oauth("tiltify", "Tiltify", {
  authorization: "https://v5api.tiltify.com/oauth/authorize",
  token: "https://v5api.tiltify.com/oauth/token",
  userinfo: "https://v5api.tiltify.com/api/public/current-user",
  scopes: "public",
  pkce: false,
  clientAuth: "post",
  unwrap: "data",
  profile: { id: "id", name: "username", email: "email", image: "avatar.src" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Tiltify
