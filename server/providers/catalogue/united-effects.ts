import { oidcWith } from "../define.ts"
import { issuerOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at United Effects. Its other fields are untyped. */
export interface UnitedEffectsProfile extends UntypedProfile {
  sub: string
  email: string
}

/**
 * Signs in with United Effects. Register the redirect URI `https://your.site/auth/callback/united-effects`, and set
 * `AUTH_UNITED_EFFECTS_ID`, `AUTH_UNITED_EFFECTS_SECRET` and `AUTH_UNITED_EFFECTS_ISSUER`.
 *
 * @see https://docs.unitedeffects.com/integrations/nextauthjs
 */
export const UnitedEffects = oidcWith<UnitedEffectsProfile>()("united-effects", "United Effects", {
  options: { issuer: issuerOption("https://auth.unitedeffects.com/{authGroupId}") },
  issuer: "{issuer}",
  authorization: { params: { resource: "{issuer}" } },
  scopes: "openid email profile",
  nonce: false,
  profile: { name: ({ name, nickname, preferred_username }) => name || nickname || preferred_username },
  emailTrust: "idp",
  docs: { email: "The group's administrators can mark an address as verified." },
})

export default UnitedEffects
