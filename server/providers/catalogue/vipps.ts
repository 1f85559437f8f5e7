import { markVipps } from "../../../components/view/marks/drawn.ts"
import { oidcWith } from "../define.ts"
import { optionalOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** @internal */
interface Address {
  address_type: string
  country: string
  formatted: string
  postal_code: string
  region: string
  street_address: string
}

/** A user's profile at Vipps MobilePay. Its other fields are untyped. */
export interface VippsProfile extends UntypedProfile {
  accounts: { account_name: string; account_number: number; bank_name: string }[]
  address: Address
  other_addresses: Address[]
  birthdate: string
  email: string
  email_verified: boolean
  family_name: string
  given_name: string
  name: string
  nin: string
  phone_number: string
  sid: string
  sub: string
  delegatedConsents: {
    language: string
    heading: string
    termsDescription: string
    confirmConsentButtonText: string
    links: {
      termsLinkText: string
      termsLinkUrl: string
      privacyStatementLinkText: string
      privacyStatementLinkUrl: string
    }
    timeOfConsent: string
    consents: { id: string; accepted: boolean; required: boolean; textDisplayedToUser: string }[]
  }
}

/**
 * Signs in with Vipps MobilePay. Register the redirect URI `https://your.site/auth/callback/vipps`, and set
 * `AUTH_VIPPS_ID` and `AUTH_VIPPS_SECRET`.
 *
 * @see https://developer.vippsmobilepay.com/docs/APIs/login-api/api-guide
 */
export const Vipps = oidcWith<VippsProfile>()("vipps", "Vipps MobilePay", {
  mark: markVipps,
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
  compat: { 5: { name: "Vipps" } },
  emailTrust: "claim",
  docs: { email: "`email_verified`: the user opened a link that Vipps emailed." },
})

export default Vipps
