import { markOkta } from "../../../components/view/marks/marks.generated.ts"
import { oidcWith } from "../define.ts"
import { issuerOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Okta. Its other fields are untyped. */
export interface OktaProfile extends UntypedProfile {
  iss: string
  ver: string
  sub: string
  aud: string
  iat: string
  exp: string
  jti: string
  auth_time: string
  amr: string
  idp: string
  nonce: string
  name: string
  nickname: string
  preferred_username: string
  given_name: string
  middle_name: string
  family_name: string
  email: string
  email_verified: string
  profile: string
  zoneinfo: string
  locale: string
  address: string
  phone_number: string
  picture: string
  website: string
  gender: string
  birthdate: string
  updated_at: string
  at_hash: string
  c_hash: string
}

/**
 * Signs in with Okta. Register the redirect URI `https://your.site/auth/callback/okta`, and set `AUTH_OKTA_ID`,
 * `AUTH_OKTA_SECRET` and `AUTH_OKTA_ISSUER`.
 *
 * @see https://developer.okta.com/docs/guides/implement-grant-type/authcode/main/
 */
export const Okta = oidcWith<OktaProfile>()("okta", "Okta", {
  mark: markOkta,
  options: { issuer: issuerOption("https://{domain} (org server) or https://{domain}/oauth2/{authorizationServerId}") },
  issuer: "{issuer}",
  profile: { name: ({ name, preferred_username }) => name || preferred_username },
  idToken: false,
  emailTrust: "idp",
  docs: { email: "The organization's administrators write the address." },
})

export default Okta
