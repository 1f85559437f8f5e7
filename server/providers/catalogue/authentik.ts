import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://docs.goauthentik.io/docs/add-secure-apps/providers/oauth2/ */
export const Authentik = oidc("authentik", "Authentik", {
  options: { issuer: required("Application issuer with trailing slash, https://{host}/application/o/{slug}/") },
  issuer: "{issuer}/",
  profile: { name: "name|nickname|preferred_username" },
})
