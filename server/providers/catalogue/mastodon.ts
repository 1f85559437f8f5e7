import { oauth } from "../define.ts"
import { required } from "../rows.ts"

/**
 * Each instance needs its own client (POST {issuer}/api/v1/apps).
 *
 * @see https://docs.joinmastodon.org/spec/oauth/
 */
export const Mastodon = oauth("mastodon", "Mastodon", {
  options: { issuer: required("Instance base URL, e.g. https://mastodon.social") },
  authorization: "{issuer}/oauth/authorize",
  token: "{issuer}/oauth/token",
  userinfo: "{issuer}/api/v1/accounts/verify_credentials",
  scopes: "profile",
  profile: { id: "id", name: "display_name|username", image: "avatar|avatar_static" },
})
