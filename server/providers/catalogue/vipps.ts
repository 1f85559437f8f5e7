import { oidc } from "../define.ts"
import { optionalOption } from "../rows.ts"

/**
 * Signs in with Vipps MobilePay. Register the redirect URI `https://your.site/auth/callback/vipps`, and set
 * `AUTH_VIPPS_ID` and `AUTH_VIPPS_SECRET`.
 *
 * @see https://developer.vippsmobilepay.com/docs/APIs/login-api/api-guide
 */
export const Vipps = oidc("vipps", "Vipps MobilePay", {
  options: {
    issuer: optionalOption(
      "https://apitest.vipps.no/access-management-1.0/access/ for test",
      "https://api.vipps.no/access-management-1.0/access/",
    ),
  },
  issuer: "{issuer}/",
  scopes: "openid name email",
  idToken: false,
  profile: { image: null },
  emailTrust: "claim",
  docs: { email: "`email_verified`: the user opened a link that Vipps emailed." },
})

export default Vipps
