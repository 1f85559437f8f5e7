import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://www.keycloak.org/securing-apps/oidc-layers */
export const Keycloak = oidc("keycloak", "Keycloak", {
  options: { issuer: required("https://{host}/realms/{realm}") },
  issuer: "{issuer}",
  profile: { name: "name|preferred_username" },
})
