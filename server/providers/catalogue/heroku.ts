import { oauth } from "../define.ts"

/**
 * Verified in the account object is about billing, not e-mail.
 *
 * @see https://devcenter.heroku.com/articles/oauth
 */
export const Heroku = oauth("heroku", "Heroku", {
  authorization: "https://id.heroku.com/oauth/authorize",
  token: "https://id.heroku.com/oauth/token",
  userinfo: { url: "https://api.heroku.com/account", headers: { Accept: "application/vnd.heroku+json; version=3" } },
  scopes: "identity",
  pkce: false,
  clientAuth: "post",
  profile: { id: "id", name: "name|email", email: "email" },
})
