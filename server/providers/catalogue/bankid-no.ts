import { oidc } from "../define.ts"
import { optionalOption } from "../rows.ts"

/**
 * Signs in with BankID Norge. Register the redirect URI `https://your.site/auth/callback/bankid-no`, and set
 * `AUTH_BANKID_NO_ID` and `AUTH_BANKID_NO_SECRET`.
 *
 * @see https://confluence.bankidnorge.no/confluence/pdoidcl
 */
export const BankIDNorway = oidc("bankid-no", "BankID Norge", {
  options: { issuer: optionalOption("Production or test realm", "https://auth.bankid.no/auth/realms/prod") },
  issuer: "{issuer}",
  authorization: { params: { ui_locales: "no", login_hint: "BIS" } },
  scopes: "openid profile",
  clientAuth: "post",
  idToken: false,
  profile: { emailVerified: null, image: null },
  client: { userinfo_signed_response_alg: "RS256" },
  emailTrust: "unverified",
  docs: { email: "BankID proves the person. The user enters the address." },
})

export default BankIDNorway
