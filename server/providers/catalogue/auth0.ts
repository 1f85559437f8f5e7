import { markAuth0 } from "../../../components/view/marks/marks.generated.ts"
import { oidcWith } from "../define.ts"
import { issuerOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Auth0. Its other fields are untyped. */
export interface Auth0Profile extends UntypedProfile {
  sub: string
  app_metadata: object
  blocked: boolean
  email: string
  email_verified: boolean
  family_name: string
  given_name: string
  user_metadata: object
  username: string
  last_ip: string
  logins_count: number
  multifactor: string
  name: string
  nickname: string
  phone_number: string
  phone_verified: boolean
  picture: string
  user_id: string
}

/**
 * Signs in with Auth0. Register the redirect URI `https://your.site/auth/callback/auth0`, and set `AUTH_AUTH0_ID`,
 * `AUTH_AUTH0_SECRET` and `AUTH_AUTH0_ISSUER`.
 *
 * @see https://auth0.com/docs/get-started/authentication-and-authorization-flow
 */
export const Auth0 = oidcWith<Auth0Profile>()("auth0", "Auth0", {
  mark: markAuth0,
  options: { issuer: issuerOption("Tenant issuer with trailing slash, https://{tenant}.auth0.com/") },
  issuer: "{issuer}/",
  profile: { name: ({ name, nickname, preferred_username }) => name || nickname || preferred_username },
  // https://auth0.com/docs/manage-users/organizations/using-tokens
  pinnedParams: {
    // Auth0 writes the name in lower case, however the request has it
    organization: ({ org_id, org_name }, wanted) =>
      wanted.startsWith("org_") ? org_id === wanted : org_name === wanted.toLowerCase(),
  },
  emailTrust: "idp",
  docs: { email: "The tenant's administrators can set `email_verified`, per user and per connection." },
})

export default Auth0
