import { oidc } from "../define.ts"

/** @see https://aps.autodesk.com/en/docs/oauth/v2/developers_guide/overview/ */
export const Autodesk = oidc("autodesk", "Autodesk", {
  issuer: "https://developer.api.autodesk.com",
  scopes: "openid user-profile:read",
  nonce: false,
  idToken: false,
  profile: { name: "name|preferred_username" },
})
