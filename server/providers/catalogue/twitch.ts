import { markTwitch } from "../../../components/view/marks/marks.generated.ts"
import { oidcWith } from "../define.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Twitch. Its other fields are untyped. */
export interface TwitchProfile extends UntypedProfile {
  sub: string
  preferred_username: string
  email: string
  picture: string
}

/**
 * Signs in with Twitch. Register the redirect URI `https://your.site/auth/callback/twitch`, and set `AUTH_TWITCH_ID`
 * and `AUTH_TWITCH_SECRET`.
 *
 * @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/
 */
export const Twitch = oidcWith<TwitchProfile>()("twitch", "Twitch", {
  mark: markTwitch,
  issuer: "https://id.twitch.tv/oauth2",
  jwks: "https://id.twitch.tv/oauth2/keys",
  authorization: {
    url: "https://id.twitch.tv/oauth2/authorize",
    params: { claims: '{"id_token":{"email":null,"email_verified":null,"picture":null,"preferred_username":null}}' },
  },
  token: "https://id.twitch.tv/oauth2/token",
  scopes: "openid user:read:email",
  pkce: false,
  clientAuth: "post",
  profile: { name: "preferred_username" },
  emailTrust: "claim",
  docs: { email: "`email_verified`: the user verified the address at Twitch." },
})

export default Twitch
