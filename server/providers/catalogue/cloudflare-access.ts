import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://developers.cloudflare.com/cloudflare-one/access-controls/applications/http-apps/saas-apps/generic-oidc-saas/ */
export const CloudflareAccess = oidc("cloudflare-access", "Cloudflare Access", {
  options: { issuer: required("https://{team}.cloudflareaccess.com/cdn-cgi/access/sso/oidc/{clientId}") },
  issuer: "{issuer}",
  scopes: "openid email profile",
  profile: { emailVerified: null, image: null },
  emailTrust: "idp",
})
