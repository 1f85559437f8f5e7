import { markKick } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Kick. Register the redirect URI `https://your.site/auth/callback/kick`, and set `AUTH_KICK_ID` and
 * `AUTH_KICK_SECRET`.
 *
 * @see https://docs.kick.com/getting-started/generating-tokens-oauth2-flow
 */
export const Kick = oauth("kick", "Kick", {
  mark: markKick,
  authorization: "https://id.kick.com/oauth/authorize",
  token: "https://id.kick.com/oauth/token",
  userinfo: "https://api.kick.com/public/v1/users",
  scopes: "user:read",
  clientAuth: "post",
  unwrap: "data[0]",
  profile: { id: "user_id", name: "name", email: "email", image: "profile_picture" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Kick
