import { markYahoo } from "../../../components/view/marks/drawn.ts"
import { oidc } from "../define.ts"
import { joinText } from "../fields.ts"

/**
 * Signs in with Yahoo. Register the redirect URI `https://your.site/auth/callback/yahoo`, and set `AUTH_YAHOO_ID` and
 * `AUTH_YAHOO_SECRET`. Profile and email must be ticked in the app's settings.
 *
 * @see https://developer.yahoo.com/sign-in-with-yahoo/
 */
export const Yahoo = oidc("yahoo", "Yahoo", {
  mark: markYahoo,
  issuer: "https://api.login.yahoo.com",
  jwks: "https://api.login.yahoo.com/openid/v1/certs",
  authorization: "https://api.login.yahoo.com/oauth2/request_auth",
  token: "https://api.login.yahoo.com/oauth2/get_token",
  profile: {
    name: ({ name, given_name, family_name, nickname }) => name || joinText(given_name, family_name) || nickname,
  },
  emailTrust: "claim",
  docs: { email: "`email_verified`: Yahoo hosts the mailbox, or the user proved it." },
})

export default Yahoo
