import { oidc } from "../define.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Auth0. Register the redirect URI `https://your.site/auth/callback/auth0`, and set `AUTH_AUTH0_ID`,
 * `AUTH_AUTH0_SECRET` and `AUTH_AUTH0_ISSUER`.
 *
 * @see https://auth0.com/docs/get-started/authentication-and-authorization-flow
 */
export const Auth0 = oidc("auth0", "Auth0", {
  options: { issuer: issuerOption("Tenant issuer with trailing slash, https://{tenant}.auth0.com/") },
  issuer: "{issuer}/",
  profile: { name: ({ name, nickname, preferred_username }) => name || nickname || preferred_username },
  emailTrust: "idp",
  docs: { email: "The tenant's administrators can set `email_verified`, per user and per connection." },
})

export default Auth0
