import { oidc } from "../define.ts"
import { optional } from "../rows.ts"

/** @see https://developer.vippsmobilepay.com/docs/APIs/login-api/api-guide */
export const Vipps = oidc("vipps", "Vipps MobilePay", {
  options: {
    issuer: optional(
      "https://apitest.vipps.no/access-management-1.0/access/ for test",
      "https://api.vipps.no/access-management-1.0/access/",
    ),
  },
  issuer: "{issuer}/",
  scopes: "openid name email",
  idToken: false,
  profile: { image: null },
})
