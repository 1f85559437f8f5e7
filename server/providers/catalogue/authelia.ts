import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://www.authelia.com/integration/openid-connect/introduction/ */
export const Authelia = oidc("authelia", "Authelia", {
  options: { issuer: required("Base URL of the portal") },
  issuer: "{issuer}",
  profile: { name: "name|nickname|preferred_username" },
  emailTrust: "idp",
  idToken: false,
})
