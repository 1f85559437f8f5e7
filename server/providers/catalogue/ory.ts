import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://www.ory.com/docs/oauth2-oidc */
export const Ory = oidc("ory", "Ory Network", {
  options: { issuer: required("https://{slug}.projects.oryapis.com or the project custom domain") },
  issuer: "{issuer}",
  scopes: "openid offline_access email profile",
  profile: { name: "name|preferred_username" },
})
