import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/**
 * Reachable only inside the tailnet.
 *
 * @see https://tailscale.com/kb/1240/sso-custom-oidc
 */
export const Tailscale = oidc("tailscale", "Tailscale tsidp", {
  options: { issuer: required("https://idp.{tailnet}.ts.net") },
  issuer: "{issuer}",
  profile: { name: "name|username", emailVerified: null },
  emailTrust: "idp",
})
