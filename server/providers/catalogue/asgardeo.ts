import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://wso2.com/asgardeo/docs/guides/applications/register-oidc-web-app/ */
export const Asgardeo = oidc("asgardeo", "Asgardeo", {
  options: { issuer: required("Organisation base URL, https://api.asgardeo.io/t/{organization}") },
  issuer: "{issuer}/oauth2/token",
  profile: { name: "name|`{given_name} {family_name}`|username" },
})
