import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://pocket-id.org/docs */
export const PocketID = oidc("pocket-id", "Pocket ID", {
  options: { issuer: required("Base URL of the deployment") },
  issuer: "{issuer}",
  profile: { name: "name|preferred_username" },
  emailTrust: "idp",
})
