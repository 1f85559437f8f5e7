import { oidc } from "../define.ts"
import { alsoIssuedBy } from "../quirks/issuers.ts"

/**
 * access_type=offline and prompt=consent are needed for a refresh token.
 *
 * @see https://developers.google.com/identity/openid-connect/openid-connect
 */
export const Google = oidc("google", "Google", {
  issuer: "https://accounts.google.com",
  acceptsIssuer: alsoIssuedBy("accounts.google.com"),
  jwks: "https://www.googleapis.com/oauth2/v3/certs",
  authorization: "https://accounts.google.com/o/oauth2/v2/auth",
  token: "https://oauth2.googleapis.com/token",
})
