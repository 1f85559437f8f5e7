import { oidc } from "../define.ts"
import { optionalOption } from "../rows.ts"

/**
 * Signs in with Paybin. Register the redirect URI `https://your.site/auth/callback/paybin`, and set `AUTH_PAYBIN_ID`
 * and `AUTH_PAYBIN_SECRET`.
 *
 * @see https://docs.paybin.io/
 */
export const Paybin = oidc("paybin", "Paybin", {
  options: { issuer: optionalOption("Issuer", "https://idp.paybin.io") },
  issuer: "{issuer}",
  scopes: "openid email profile",
  nonce: false,
  clientAuth: "post",
  profile: { name: ({ name, preferred_username }) => name || preferred_username },
  emailTrust: "unverified",
  docs: { email: "The documentation doesn't say what its flag stands for." },
})

export default Paybin
