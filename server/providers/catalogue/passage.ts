import { oidcWith } from "../define.ts"
import { issuerOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Passage. Its other fields are untyped. */
export interface PassageProfile extends UntypedProfile {
  iss: string
  sub: string
  aud: string[]
  exp: number
  iat: number
  auth_time: number
  azp: string
  client_id: string
  at_hash: string
  c_hash: string
  email: string
  email_verified: boolean
  phone: string
  phone_number_verified: boolean
}

/**
 * Signs in with Passage, which shut down on 2026-01-16. The module keeps an app of Auth.js compiling until it moves on.
 * It read `AUTH_PASSAGE_ID`, `AUTH_PASSAGE_SECRET` and `AUTH_PASSAGE_ISSUER`.
 */
export const Passage = oidcWith<PassageProfile>()("passage", "Passage", {
  options: { issuer: issuerOption("https://{app}.withpassage.com") },
  issuer: "{issuer}",
  scopes: "openid email",
  emailTrust: "idp",
  docs: { email: "The app's administrators decide which addresses are verified." },
  deprecated: "Passage shut down on 2026-01-16.",
})

export default Passage
