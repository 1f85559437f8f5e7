import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://sebadob.github.io/rauthy/ */
export const Rauthy = oidc("rauthy", "Rauthy", {
  options: { issuer: required("https://{host}/auth/v1") },
  issuer: "{issuer}",
  profile: { name: "name|`{given_name} {family_name}`|preferred_username" },
})
