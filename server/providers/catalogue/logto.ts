import { oidcWith } from "../define.ts"
import { issuerOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Logto. Its other fields are untyped. */
export interface LogtoProfile extends UntypedProfile {
  sub: string
  name: string
  username: string
  picture: string
  email: string
  email_verified: boolean
  phone_number: string
  phone_number_verified: boolean
  address: string
  custom_data: object
  identities: object
  sso_identities: object[]
  organizations: string[]
  organization_data: object[]
  organization_roles: string[]
}

/**
 * Signs in with Logto. Register the redirect URI `https://your.site/auth/callback/logto`, and set `AUTH_LOGTO_ID`,
 * `AUTH_LOGTO_SECRET` and `AUTH_LOGTO_ISSUER`.
 *
 * @see https://docs.logto.io/quick-starts/next-auth
 */
export const Logto = oidcWith<LogtoProfile>()("logto", "Logto", {
  options: { issuer: issuerOption("https://{tenant}.logto.app/oidc") },
  issuer: "{issuer}",
  scopes: "openid offline_access profile email",
  profile: { name: ({ name, username }) => name || username },
  emailTrust: "idp",
  docs: {
    email: "Its administrators can set any user's address, and there is no proof behind it then.",
    selfHosted: true,
  },
})

export default Logto
