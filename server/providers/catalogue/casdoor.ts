import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://casdoor.org/docs/how-to-connect/oidc-client/ */
export const Casdoor = oidc("casdoor", "Casdoor", {
  options: { issuer: required("Server origin") },
  issuer: "{issuer}",
  profile: { name: "name|preferred_username" },
  emailTrust: "idp",
})
