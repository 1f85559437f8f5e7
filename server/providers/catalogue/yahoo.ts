import { oidc } from "../define.ts"

/**
 * Profile and email must be ticked in the app settings.
 *
 * @see https://developer.yahoo.com/sign-in-with-yahoo/
 */
export const Yahoo = oidc("yahoo", "Yahoo", {
  issuer: "https://api.login.yahoo.com",
  jwks: "https://api.login.yahoo.com/openid/v1/certs",
  authorization: "https://api.login.yahoo.com/oauth2/request_auth",
  token: "https://api.login.yahoo.com/oauth2/get_token",
  profile: { name: "name|`{given_name} {family_name}`|nickname" },
})
