import { oidc } from "../define.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Logto. Register the redirect URI `https://your.site/auth/callback/logto`, and set `AUTH_LOGTO_ID`,
 * `AUTH_LOGTO_SECRET` and `AUTH_LOGTO_ISSUER`.
 *
 * @see https://docs.logto.io/quick-starts/next-auth
 */
export const Logto = oidc("logto", "Logto", {
  options: { issuer: issuerOption("https://{tenant}.logto.app/oidc") },
  issuer: "{issuer}",
  scopes: "openid offline_access profile email",
  profile: { name: ({ name, username }) => name || username },
  emailTrust: "idp",
  docs: {
    email: "Its administrators can set any user's address, and there is no proof behind it then.",
    selfHosted: true,
  },
})

export default Logto
