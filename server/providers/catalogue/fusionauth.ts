import { oidc } from "../define.ts"
import { optional, required } from "../rows.ts"

/** @see https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/ */
export const FusionAuth = oidc("fusionauth", "FusionAuth", {
  options: {
    issuer: required("Base URL of the server; must equal the tenant issuer setting"),
    tenantId: optional("Only with several tenants; sent as tenantId to discovery and authorize"),
  },
  issuer: "{issuer}",
  scopes: "openid offline_access email profile",
  nonce: false,
  profile: { name: "name|preferred_username|`{given_name} {middle_name} {family_name}`" },
  authorization: { params: { tenantId: "{tenantId}" } },
})
