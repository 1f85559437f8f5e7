import { oauth } from "../define.ts"
import { joinText } from "../fields.ts"
import { zoomVerified } from "../quirks/fields.ts"

/**
 * Signs in with Zoom. Register the redirect URI `https://your.site/auth/callback/zoom`, and set `AUTH_ZOOM_ID` and
 * `AUTH_ZOOM_SECRET`. The scopes are those of the app's settings; `user:read:user` is the granular one.
 *
 * @see https://developers.zoom.us/docs/integrations/oauth/
 */
export const Zoom = oauth("zoom", "Zoom", {
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
