import { oidc } from "../define.ts"
import { issuerOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Duende IdentityServer. Its other fields are untyped. */
export interface DuendeISUser extends UntypedProfile {
  email: string
  id: string
  name: string
  verified: boolean
}

/**
 * Signs in with Duende IdentityServer. Register the redirect URI
 * `https://your.site/auth/callback/duende-identity-server6`, and set `AUTH_DUENDE_IDENTITY_SERVER6_ID`,
 * `AUTH_DUENDE_IDENTITY_SERVER6_SECRET` and `AUTH_DUENDE_IDENTITY_SERVER6_ISSUER`.
 *
 * @see https://docs.duendesoftware.com/identityserver/
 */
export const DuendeIdentityServer6 = oidc("duende-identity-server6", "Duende IdentityServer", {
  options: { issuer: issuerOption("Base URL of the deployment, e.g. https://demo.duendesoftware.com") },
  issuer: "{issuer}",
  profile: { name: ({ name, nickname, preferred_username }) => name || nickname || preferred_username },
  compat: { 4: { id: "duende-identityserver6", name: "DuendeIdentityServer6" }, 5: { name: "DuendeIdentityServer6" } },
  emailTrust: "idp",
  docs: { email: "Its operators decide which addresses are verified.", selfHosted: true },
})

export default DuendeIdentityServer6
