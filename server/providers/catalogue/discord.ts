import { markDiscord } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import { discordAvatar } from "../quirks/fields.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Discord. Its other fields are untyped. */
export interface DiscordProfile extends UntypedProfile {
  id: string
  username: string
  discriminator: string
  global_name: string | null
  avatar: string | null
  bot?: boolean
  system?: boolean
  mfa_enabled: boolean
  banner: string | null
  accent_color: number | null
  locale: string
  verified: boolean
  email: string | null
  flags: number
  premium_type: number
  public_flags: number
  display_name: string | null
  avatar_decoration: string | null
  banner_color: string | null
  image_url: string
}

/**
 * Signs in with Discord. Register the redirect URI `https://your.site/auth/callback/discord`, and set
 * `AUTH_DISCORD_ID` and `AUTH_DISCORD_SECRET`.
 *
 * @see https://discord.com/developers/docs/topics/oauth2
 */
export const Discord = oauthWith<DiscordProfile>()("discord", "Discord", {
  mark: markDiscord,
  issuer: "https://discord.com",
  authorization: "https://discord.com/oauth2/authorize",
  token: "https://discord.com/api/oauth2/token",
  userinfo: "https://discord.com/api/users/@me",
  scopes: "identify email",
  profile: {
    id: "id",
    name: ({ global_name, username }) => global_name || username,
    email: "email",
    emailVerified: "verified",
    image: discordAvatar,
  },
  emailTrust: "claim",
  docs: { email: "`verified`: the email address of this account has been verified." },
})

export default Discord
