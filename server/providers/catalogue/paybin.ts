import { oidc } from "../define.ts"
import { optional } from "../rows.ts"

/** @see https://docs.paybin.io/ */
export const Paybin = oidc("paybin", "Paybin", {
  options: { issuer: optional("Issuer", "https://idp.paybin.io") },
  issuer: "{issuer}",
  scopes: "openid email profile",
  nonce: false,
  clientAuth: "post",
  profile: { name: "name|preferred_username" },
})
