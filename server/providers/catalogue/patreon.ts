import { markPatreon } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Patreon. Its other fields are untyped. */
export interface PatreonProfile extends UntypedProfile {
  sub: string
  nickname: string
  email: string
  picture: string
}

/**
 * Signs in with Patreon. Register the redirect URI `https://your.site/auth/callback/patreon`, and set
 * `AUTH_PATREON_ID` and `AUTH_PATREON_SECRET`.
 *
 * @see https://docs.patreon.com/#oauth
 */
export const Patreon = oauthWith<PatreonProfile>()("patreon", "Patreon", {
  mark: markPatreon,
  authorization: "https://www.patreon.com/oauth2/authorize",
  token: "https://www.patreon.com/api/oauth2/token",
  userinfo: {
    url: "https://www.patreon.com/api/oauth2/v2/identity",
    params: { "fields[user]": "email,full_name,image_url,is_email_verified" },
  },
  scopes: "identity identity[email]",
  clientAuth: "post",
  unwrap: "data",
  profile: {
    id: "id",
    name: "attributes.full_name",
    email: "attributes.email",
    emailVerified: "attributes.is_email_verified",
    image: "attributes.image_url",
  },
  emailTrust: "claim",
  docs: { email: "`is_email_verified`: the user confirmed the address." },
})

export default Patreon
