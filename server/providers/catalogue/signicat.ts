import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://developer.signicat.com/docs/eid-hub/oidc/ */
export const Signicat = oidc("signicat", "Signicat", {
  options: { issuer: required("https://{domain}/auth/open") },
  issuer: "{issuer}",
  scopes: "openid profile",
  profile: { name: "name|`{given_name} {family_name}`", image: null },
})
