import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://docs.logto.io/quick-starts/next-auth */
export const Logto = oidc("logto", "Logto", {
  options: { issuer: required("https://{tenant}.logto.app/oidc") },
  issuer: "{issuer}",
  scopes: "openid offline_access profile email",
  profile: { name: "name|username" },
})
