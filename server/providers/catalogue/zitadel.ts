import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://zitadel.com/docs/apis/openidoauth/endpoints */
export const ZITADEL = oidc("zitadel", "ZITADEL", {
  options: { issuer: required("https://{instance}.zitadel.cloud or the self-hosted origin") },
  issuer: "{issuer}",
  profile: { name: "name|preferred_username" },
  idToken: false,
})
