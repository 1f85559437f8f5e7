import { oidc } from "../define.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Ping Identity. Register the redirect URI `https://your.site/auth/callback/ping-id`, and set
 * `AUTH_PING_ID_ID`, `AUTH_PING_ID_SECRET` and `AUTH_PING_ID_ISSUER`.
 *
 * @see https://docs.pingidentity.com/pingone/applications/p1_add_app_oidc.html
 */
export const PingId = oidc("ping-id", "Ping Identity", {
  options: { issuer: issuerOption("https://auth.pingone.{region}/{environmentId}/as") },
  issuer: "{issuer}",
  profile: { name: ({ name, nickname, preferred_username }) => name || nickname || preferred_username },
  emailTrust: "idp",
  docs: { email: "The environment's administrators write the address." },
})

export default PingId
