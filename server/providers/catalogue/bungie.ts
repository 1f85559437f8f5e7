import { markBungie } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { optionalOption, requiredOption } from "../rows.ts"

/**
 * Signs in with Bungie. Register the redirect URI `https://your.site/auth/callback/bungie`, and set `AUTH_BUNGIE_ID`
 * and `AUTH_BUNGIE_SECRET`. The scopes are those of the app's settings. The redirect URI must be https, in development
 * too.
 *
 * @see https://github.com/Bungie-net/api/wiki/OAuth-Documentation
 */
export const Bungie = oauth("bungie", "Bungie", {
  mark: markBungie,
  options: {
    apiKey: { ...requiredOption("X-API-Key of the Bungie application"), unless: "headers" },
    headers: optionalOption<{ "X-API-Key": string | undefined }>(
      'Instead of `apiKey`, as in Auth.js: `{ "X-API-Key": … }`',
      undefined,
      { "X-API-Key": true },
    ),
  },
  authorization: { url: "https://www.bungie.net/en/OAuth/Authorize", params: { reauth: "true" } },
  token: "https://www.bungie.net/platform/app/oauth/token/",
  derive: ({ apiKey, headers }) => ({
    userinfo: {
      url: "https://www.bungie.net/Platform/User/GetCurrentBungieNetUser/",
      headers: { "X-API-Key": headers?.["X-API-Key"] ?? apiKey ?? "" },
    },
  }),
  pkce: false,
  unwrap: "Response",
  profile: {
    id: "membershipId",
    name: ({ displayName, uniqueName }) => displayName || uniqueName,
    image: ({ profilePicturePath: path }) => path && `https://www.bungie.net${path}`,
  },
  emailTrust: "none",
  docs: { email: "The API returns no address.", id: "Bungie's own membership number." },
})

export default Bungie
