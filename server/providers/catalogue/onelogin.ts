import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://developers.onelogin.com/openid-connect */
export const OneLogin = oidc("onelogin", "OneLogin", {
  options: { issuer: required("https://{subdomain}.onelogin.com") },
  issuer: "{issuer}/oidc/2",
  profile: { name: "name|preferred_username" },
  emailTrust: "idp",
})
