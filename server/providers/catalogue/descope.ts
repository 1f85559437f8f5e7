import { oidcWith } from "../define.ts"
import { optionalOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Descope. Its other fields are untyped. */
export interface DescopeProfile extends UntypedProfile {
  sub: string
  name: string
  email: string
  email_verified: boolean
  phone_number: string
  phone_number_verified: boolean
  picture: string
}

/**
 * Signs in with Descope. Register the redirect URI `https://your.site/auth/callback/descope`, and set
 * `AUTH_DESCOPE_ID` and `AUTH_DESCOPE_SECRET`.
 *
 * @see https://docs.descope.com/auth-methods/oidc
 */
export const Descope = oidcWith<DescopeProfile>()("descope", "Descope", {
  options: {
    issuer: optionalOption("Project issuer; clientId is the Descope project id", "https://api.descope.com/{clientId}"),
  },
  issuer: "{issuer}",
  nonce: false,
  profile: { name: ({ name, nickname, preferred_username }) => name || nickname || preferred_username },
  emailTrust: "idp",
  docs: { email: "The project's administrators and its tenants' single sign-on can set `email_verified`." },
})

export default Descope
