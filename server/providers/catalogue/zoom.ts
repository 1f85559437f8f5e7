import { markZoom } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import { joinText } from "../fields.ts"
import { zoomVerified } from "../quirks/fields.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Zoom. Its other fields are untyped. */
export interface ZoomProfile extends UntypedProfile {
  id: string
  first_name: string
  last_name: string
  email: string
  type: number
  role_name: string
  pmi: number
  use_pmi: boolean
  vanity_url: string
  personal_meeting_url: string
  timezone: string
  verified: number
  dept: string
  created_at: string
  last_login_time: string
  last_client_version: string
  pic_url: string
  host_key: string
  jid: string
  group_ids: string[]
  im_group_ids: string[]
  account_id: string
  language: string
  phone_country: string
  phone_number: string
  status: string
}

/**
 * Signs in with Zoom. Register the redirect URI `https://your.site/auth/callback/zoom`, and set `AUTH_ZOOM_ID` and
 * `AUTH_ZOOM_SECRET`. The scopes are those of the app's settings; `user:read:user` is the granular one.
 *
 * @see https://developers.zoom.us/docs/integrations/oauth/
 */
export const Zoom = oauthWith<ZoomProfile>()("zoom", "Zoom", {
  mark: markZoom,
  authorization: "https://zoom.us/oauth/authorize",
  token: "https://zoom.us/oauth/token",
  userinfo: "https://api.zoom.us/v2/users/me",
  scopes: "user:read:user",
  profile: {
    id: "id",
    name: ({ display_name, first_name, last_name }) => display_name || joinText(first_name, last_name),
    email: "email",
    emailVerified: zoomVerified,
    image: "pic_url",
  },
  emailTrust: "claim",
  docs: { email: "`verified` is 1 and the user signs in with an email address (`login_types` 100)." },
})

export default Zoom
