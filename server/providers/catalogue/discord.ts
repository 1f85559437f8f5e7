import { oauth } from "../define.ts"
import { discordAvatar } from "../quirks/fields.ts"

/**
 * Signs in with Discord. Register the redirect URI `https://your.site/auth/callback/discord`, and set
 * `AUTH_DISCORD_ID` and `AUTH_DISCORD_SECRET`.
 *
 * @see https://discord.com/developers/docs/topics/oauth2
 */
export const Discord = oauth("discord", "Discord", {
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
