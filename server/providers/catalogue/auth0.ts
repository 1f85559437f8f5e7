import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://auth0.com/docs/get-started/authentication-and-authorization-flow */
export const Auth0 = oidc("auth0", "Auth0", {
  options: { issuer: required("Tenant issuer with trailing slash, https://{tenant}.auth0.com/") },
  issuer: "{issuer}/",
  profile: { name: "name|nickname|preferred_username" },
})
