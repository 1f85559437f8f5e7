import { markLinear } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Linear. Register the redirect URI `https://your.site/auth/callback/linear`, and set `AUTH_LINEAR_ID`
 * and `AUTH_LINEAR_SECRET`. A user id belongs to one workspace.
 *
 * @see https://linear.app/developers/oauth-2-0-authentication
 */
export const Linear = oauth("linear", "Linear", {
  mark: markLinear,
  authorization: "https://linear.app/oauth/authorize",
  token: "https://api.linear.app/oauth/token",
  userinfo: {
    url: "https://api.linear.app/graphql",
    method: "POST",
    body: { query: "{ viewer { id name email avatarUrl } }" },
    bodyFormat: "json",
  },
  scopes: "read",
  scopeSeparator: ",",
  clientAuth: "post",
  unwrap: "data.viewer",
  profile: { id: "id", name: "name", email: "email", image: "avatarUrl" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Linear
