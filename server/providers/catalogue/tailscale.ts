import { markTailscale } from "../../../components/view/marks/marks.generated.ts"
import { oidc } from "../define.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Tailscale tsidp. Register the redirect URI `https://your.site/auth/callback/tailscale`, and set
 * `AUTH_TAILSCALE_ID`, `AUTH_TAILSCALE_SECRET` and `AUTH_TAILSCALE_ISSUER`. The server can be reached only inside the
 * tailnet.
 *
 * @see https://tailscale.com/kb/1240/sso-custom-oidc
 */
export const Tailscale = oidc("tailscale", "Tailscale tsidp", {
  mark: markTailscale,
  options: { issuer: issuerOption("https://idp.{tailnet}.ts.net") },
  issuer: "{issuer}",
  profile: { name: ({ name, username }) => name || username },
  emailTrust: "idp",
  docs: { email: "The address is whatever the tailnet's identity provider asserts.", selfHosted: true },
})

export default Tailscale
