import { markTelegram } from "../../../components/view/marks/marks.generated.ts"
import { oidc } from "../define.ts"

/**
 * Signs in with Telegram. Register the redirect URI `https://your.site/auth/callback/telegram`, and set
 * `AUTH_TELEGRAM_ID` and `AUTH_TELEGRAM_SECRET`. The client id is the bot's id. BotFather sets the allowed URLs and
 * the secret.
 *
 * @see https://core.telegram.org/bots/telegram-login
 */
export const Telegram = oidc("telegram", "Telegram", {
  mark: markTelegram,
  issuer: "https://oauth.telegram.org",
  jwks: "https://oauth.telegram.org/.well-known/jwks.json",
  authorization: "https://oauth.telegram.org/auth",
  token: "https://oauth.telegram.org/token",
  scopes: "openid profile",
  profile: { name: ({ name, preferred_username }) => name || preferred_username, email: null, emailVerified: null },
  emailTrust: "none",
  docs: { email: "The API returns no address." },
})

export default Telegram
