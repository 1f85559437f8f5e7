import { oidcWith } from "../define.ts"
import { joinText } from "../fields.ts"
import { issuerOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Kinde. Its other fields are untyped. */
export interface KindeProfile extends UntypedProfile {
  first_name: string
  id: string
  last_name: string
  picture: string
  preferred_email: string
  provided_id: string
  username: string
}

/**
 * Signs in with Kinde. Register the redirect URI `https://your.site/auth/callback/kinde`, and set `AUTH_KINDE_ID`,
 * `AUTH_KINDE_SECRET` and `AUTH_KINDE_ISSUER`.
 *
 * @see https://docs.kinde.com/developer-tools/about/using-kinde-without-an-sdk/
 */
export const Kinde = oidcWith<KindeProfile>()("kinde", "Kinde", {
  options: { issuer: issuerOption("https://{subdomain}.kinde.com") },
  issuer: "{issuer}",
  nonce: false,
  profile: { name: ({ name, given_name, family_name }) => name || joinText(given_name, family_name) },
  // https://docs.kinde.com/build/tokens/about-id-tokens/ has the codes of all organizations of the user
  pinnedParams: {
    org_code: ({ org_codes: codes }, wanted) => Array.isArray(codes) && codes.includes(wanted),
  },
  emailTrust: "idp",
  docs: { email: "The business's administrators can import users, and trust addresses of a connection, as verified." },
})

export default Kinde
