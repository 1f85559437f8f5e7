import { markHeroku } from "../../../components/view/marks/drawn.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Heroku. Register the redirect URI `https://your.site/auth/callback/heroku`, and set `AUTH_HEROKU_ID`
 * and `AUTH_HEROKU_SECRET`.
 *
 * @see https://devcenter.heroku.com/articles/oauth
 */
export const Heroku = oauth("heroku", "Heroku", {
  mark: markHeroku,
  authorization: "https://id.heroku.com/oauth/authorize",
  token: "https://id.heroku.com/oauth/token",
  userinfo: { url: "https://api.heroku.com/account", headers: { Accept: "application/vnd.heroku+json; version=3" } },
  scopes: "identity",
  pkce: false,
  clientAuth: "post",
  profile: { id: "id", name: ({ name, email }) => name || email, email: "email" },
  emailTrust: "unverified",
  docs: { email: "`verified` is about billing." },
})

export default Heroku
