import { oauth } from "../define.ts"
import { discordAvatar } from "../quirks/fields.ts"

/** @see https://discord.com/developers/docs/topics/oauth2 */
export const Discord = oauth("discord", "Discord", {
  issuer: "https://discord.com",
  authorization: "https://discord.com/oauth2/authorize",
  token: "https://discord.com/api/oauth2/token",
  userinfo: "https://discord.com/api/users/@me",
  scopes: "identify email",
  profile: { id: "id", name: "global_name|username", email: "email", emailVerified: "verified", image: discordAvatar },
})
