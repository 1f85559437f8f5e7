import { markCloudflareAccess } from "../../../components/view/marks/marks.generated.ts"
import { oidc } from "../define.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Cloudflare Access. Register the redirect URI `https://your.site/auth/callback/cloudflare-access`, and
 * set `AUTH_CLOUDFLARE_ACCESS_ID`, `AUTH_CLOUDFLARE_ACCESS_SECRET` and `AUTH_CLOUDFLARE_ACCESS_ISSUER`.
 *
 * @see https://developers.cloudflare.com/cloudflare-one/access-controls/applications/http-apps/saas-apps/generic-oidc-saas/
 */
export const CloudflareAccess = oidc("cloudflare-access", "Cloudflare Access", {
  mark: markCloudflareAccess,
  options: { issuer: issuerOption("https://{team}.cloudflareaccess.com/cdn-cgi/access/sso/oidc/{clientId}") },
  issuer: "{issuer}",
  scopes: "openid email profile",
  profile: { image: null },
  emailTrust: "idp",
  docs: { email: "The address is whatever the team's identity provider asserts." },
})

export default CloudflareAccess
