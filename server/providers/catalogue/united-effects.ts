import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://docs.unitedeffects.com/integrations/nextauthjs */
export const UnitedEffects = oidc("united-effects", "United Effects", {
  options: { issuer: required("https://auth.unitedeffects.com/{authGroupId}") },
  issuer: "{issuer}",
  authorization: { params: { resource: "{issuer}" } },
  scopes: "openid email profile",
  nonce: false,
  profile: { name: "name|nickname|preferred_username" },
})
