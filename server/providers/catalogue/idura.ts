import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://docs.criipto.com/verify/getting-started/oidc-intro/ */
export const Idura = oidc("idura", "Idura Verify (Criipto)", {
  options: { issuer: required("https://{domain}.criipto.id or own domain") },
  issuer: "{issuer}",
  scopes: "openid",
  profile: { name: "name|`{givenname} {surname}`", emailVerified: null, image: null },
})
