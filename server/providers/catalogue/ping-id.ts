import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://docs.pingidentity.com/pingone/applications/p1_add_app_oidc.html */
export const PingId = oidc("ping-id", "Ping Identity", {
  options: { issuer: required("https://auth.pingone.{region}/{environmentId}/as") },
  issuer: "{issuer}",
  profile: { name: "name|nickname|preferred_username" },
})
