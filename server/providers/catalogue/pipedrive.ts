import { markPipedrive } from "../../../components/view/marks/drawn.ts"
import { oauthWith } from "../define.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user at Pipedrive. */
export interface PipedriveUser extends UntypedProfile {
  id: number
  name: string
  default_currency?: string
  locale?: string
  lang?: number
  email: string
  phone?: string
  activated?: boolean
  signup_flow_variation?: string
  has_created_company?: boolean
  is_admin?: number
  active_flag?: boolean
  timezone_name?: string
  timezone_offset?: string
  role_id?: number
  icon_url?: string
  is_you?: boolean
  company_id?: number
  company_name?: string
  company_domain?: string
  company_country?: string
  company_industry?: string
  language?: { language_code?: string; country_code?: string }
}

/** A user's profile at Pipedrive. Its other fields are untyped. */
export interface PipedriveProfile extends PipedriveUser {
  /** The user again. Only the preset `authjs()` passes it, as Auth.js does. */
  data: PipedriveUser
}

/**
 * Signs in with Pipedrive. Register the redirect URI `https://your.site/auth/callback/pipedrive`, and set
 * `AUTH_PIPEDRIVE_ID` and `AUTH_PIPEDRIVE_SECRET`.
 *
 * @see https://pipedrive.readme.io/docs/marketplace-oauth-authorization
 */
export const Pipedrive = oauthWith<PipedriveProfile>()("pipedrive", "Pipedrive", {
  mark: markPipedrive,
  authorization: "https://oauth.pipedrive.com/oauth/authorize",
  token: "https://oauth.pipedrive.com/oauth/token",
  userinfo: "https://api.pipedrive.com/v1/users/me",
  scopes: "base",
  unwrap: "data",
  profile: { id: "id", name: "name", email: "email", image: "icon_url" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Pipedrive
