import { markMattermost } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import { joinText } from "../fields.ts"
import { issuerOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Mattermost. Its other fields are untyped. */
export interface MattermostProfile extends UntypedProfile {
  id: string
  create_at: number
  update_at: number
  delete_at: number
  username: string
  auth_data: string
  auth_service: string
  email: string
  email_verified: boolean
  nickname: string
  first_name: string
  last_name: string
  position: string
  roles: string
  notify_props: {
    channel: string
    comments: string
    desktop: string
    desktop_sound: string
    desktop_threads: string
    email: string
    email_threads: string
    first_name: string
    mention_keys: string
    push: string
    push_status: string
    push_threads: string
  }
  last_password_update: number
  locale: string
  timezone: { automaticTimezone: string; manualTimezone: string; useAutomaticTimezone: string }
  disable_welcome_email: boolean
  terms_of_service_id?: string
  terms_of_service_create_at?: number
}

/**
 * Signs in with Mattermost. Register the redirect URI `https://your.site/auth/callback/mattermost`, and set
 * `AUTH_MATTERMOST_ID`, `AUTH_MATTERMOST_SECRET` and `AUTH_MATTERMOST_ISSUER`.
 *
 * @see https://developers.mattermost.com/integrate/apps/authentication/oauth2/
 */
export const Mattermost = oauthWith<MattermostProfile>()("mattermost", "Mattermost", {
  mark: markMattermost,
  options: { issuer: issuerOption("Server base URL") },
  authorization: "{issuer}/oauth/authorize",
  token: "{issuer}/oauth/access_token",
  userinfo: "{issuer}/api/v4/users/me",
  clientAuth: "post",
  profile: {
    id: "id",
    name: ({ nickname, first_name, last_name, username }) => nickname || joinText(first_name, last_name) || username,
    email: "email",
    emailVerified: "email_verified",
  },
  emailTrust: "idp",
  docs: { email: "Its administrators can turn the verification of addresses off.", selfHosted: true },
})

export default Mattermost
