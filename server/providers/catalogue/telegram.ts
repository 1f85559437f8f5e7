import { oidc } from "../define.ts"

/**
 * Client id is the bot id; allowed URLs and secret are set in BotFather.
 *
 * @see https://core.telegram.org/bots/telegram-login
 */
export const Telegram = oidc("telegram", "Telegram", {
  issuer: "https://oauth.telegram.org",
  jwks: "https://oauth.telegram.org/.well-known/jwks.json",
  authorization: "https://oauth.telegram.org/auth",
  token: "https://oauth.telegram.org/token",
  scopes: "openid profile",
  profile: { name: "name|preferred_username", email: null, emailVerified: null },
})
