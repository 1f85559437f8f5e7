import { oauth } from "../define.ts"
import { zoomVerified } from "../quirks/fields.ts"

/**
 * Scopes come from the app settings; user:read:user is the granular one.
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
    name: "display_name|`{first_name} {last_name}`",
    email: "email",
    emailVerified: zoomVerified,
    image: "pic_url",
  },
})
