import { oidcWith } from "../define.ts"
import { optionalOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at BankID Norge. Its other fields are untyped. */
export interface BankIDNorwayProfile extends UntypedProfile {
  exp: number
  iat: number
  auth_time: number
  jti: string
  iss: string
  aud: string
  sub: string
  typ: "ID"
  azp: string
  session_state: string
  at_hash: string
  name: string
  given_name: string
  family_name: string
  birthdate: string
  updated_at: number
  acr: string
  sid: string
  amr: "BID" | "BIM" | "BIS"
  bankid_altsub: string
  originator: string
  additionalCertInfo: {
    certValidFrom: number
    serialNumber: string
    keyAlgorithm: string
    keySize: string
    policyOid: string
    certQualified: boolean
    certValidTo: number
    versionNumber: string
    subjectName: string
  }
  tid: string
  email?: string
  nnin_altsub?: string
}

/**
 * Signs in with BankID Norge. Register the redirect URI `https://your.site/auth/callback/bankid-no`, and set
 * `AUTH_BANKID_NO_ID` and `AUTH_BANKID_NO_SECRET`.
 *
 * @see https://confluence.bankidnorge.no/confluence/pdoidcl
 */
export const BankIDNorway = oidcWith<BankIDNorwayProfile>()("bankid-no", "BankID Norge", {
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
