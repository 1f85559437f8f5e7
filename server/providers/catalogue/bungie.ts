import { oauth } from "../define.ts"
import { required } from "../rows.ts"

/**
 * Scopes come from the app settings.
 * Redirect URI must be https, also in development.
 *
 * @see https://github.com/Bungie-net/api/wiki/OAuth-Documentation
 */
export const Bungie = oauth("bungie", "Bungie", {
  options: { apiKey: required("X-API-Key of the Bungie application") },
  authorization: { url: "https://www.bungie.net/en/OAuth/Authorize", params: { reauth: "true" } },
  token: "https://www.bungie.net/platform/app/oauth/token/",
  userinfo: {
    url: "https://www.bungie.net/Platform/User/GetCurrentBungieNetUser/",
    headers: { "X-API-Key": "{apiKey}" },
  },
  pkce: false,
  unwrap: "Response",
  profile: {
    id: "membershipId",
    name: "displayName|uniqueName",
    image: "`https://www.bungie.net{profilePicturePath!}`",
  },
})
