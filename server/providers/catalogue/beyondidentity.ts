import { oidcWith } from "../define.ts"
import { issuerOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Beyond Identity. Its other fields are untyped. */
export interface BeyondIdentityProfile extends UntypedProfile {
  sub: string
  name: string
  preferred_username: string
  email: string
}

/**
 * Signs in with Beyond Identity. Register the redirect URI `https://your.site/auth/callback/beyondidentity`, and set
 * `AUTH_BEYONDIDENTITY_ID`, `AUTH_BEYONDIDENTITY_SECRET` and `AUTH_BEYONDIDENTITY_ISSUER`.
 *
 * @see https://developer.beyondidentity.com/
 */
export const BeyondIdentity = oidcWith<BeyondIdentityProfile>()("beyondidentity", "Beyond Identity", {
  options: {
    issuer: issuerOption(
      "https://auth-{region}.beyondidentity.com/v1/tenants/{tenantId}/realms/{realmId}/applications/{applicationId}",
    ),
  },
  issuer: "{issuer}",
  profile: { name: ({ name, preferred_username }) => name || preferred_username, image: null },
  emailTrust: "idp",
  docs: {
    email: "The tenant's administrators write the addresses.",
    id: "`sub` is the identity's id, unless the application chooses another subject.",
  },
})

export default BeyondIdentity
