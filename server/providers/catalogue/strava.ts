import { oauth } from "../define.ts"
import { absolute } from "../quirks/fields.ts"

/** @see https://developers.strava.com/docs/authentication/ */
export const Strava = oauth("strava", "Strava", {
  authorization: { url: "https://www.strava.com/oauth/authorize", params: { approval_prompt: "auto" } },
  token: "https://www.strava.com/api/v3/oauth/token",
  userinfo: "https://www.strava.com/api/v3/athlete",
  scopes: "read",
  scopeSeparator: ",",
  pkce: false,
  clientAuth: "post",
  profile: { id: "id", name: "`{firstname} {lastname}`|username", image: absolute("profile") },
})
