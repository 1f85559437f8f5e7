import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://developer.okta.com/docs/guides/implement-grant-type/authcode/main/ */
export const Okta = oidc("okta", "Okta", {
  options: { issuer: required("https://{domain} (org server) or https://{domain}/oauth2/{authorizationServerId}") },
  issuer: "{issuer}",
  profile: { name: "name|preferred_username" },
  idToken: false,
})
