import { oidc } from "../define.ts"

/** @see https://developer.infomaniak.com/docs/oauth */
export const Infomaniak = oidc("infomaniak", "Infomaniak", {
  issuer: "https://login.infomaniak.com",
  scopes: "openid email profile",
  profile: { name: "name|nickname|preferred_username" },
})
