import { oidc } from "../define.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with ZITADEL. Register the redirect URI `https://your.site/auth/callback/zitadel`, and set
 * `AUTH_ZITADEL_ID`, `AUTH_ZITADEL_SECRET` and `AUTH_ZITADEL_ISSUER`.
 *
 * @see https://zitadel.com/docs/apis/openidoauth/endpoints
 */
export const ZITADEL = oidc("zitadel", "ZITADEL", {
  options: { issuer: issuerOption("https://{instance}.zitadel.cloud or the self-hosted origin") },
  issuer: "{issuer}",
  profile: { name: ({ name, preferred_username }) => name || preferred_username },
  idToken: false,
  emailTrust: "idp",
  docs: { email: "Its administrators can mark an address as verified.", selfHosted: true },
})

export default ZITADEL
