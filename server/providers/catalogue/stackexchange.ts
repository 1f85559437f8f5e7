import { markStackexchange } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { optionalOption, requiredOption } from "../rows.ts"

/**
 * Signs in with Stack Exchange. Register the redirect URI `https://your.site/auth/callback/stackexchange`, and set
 * `AUTH_STACKEXCHANGE_ID` and `AUTH_STACKEXCHANGE_SECRET`.
 *
 * @see https://api.stackexchange.com/docs/authentication
 */
export const StackExchange = oauth("stackexchange", "Stack Exchange", {
  mark: markStackexchange,
  options: {
    key: requiredOption("App key for API calls"),
    site: optionalOption("Site whose profile is read", "stackoverflow"),
  },
  authorization: "https://stackexchange.com/oauth",
  token: "https://stackexchange.com/oauth/access_token/json",
  userinfo: {
    url: "https://api.stackexchange.com/2.3/me",
    auth: { in: "query", name: "access_token", scheme: null },
    params: { key: "{key}", site: "{site}" },
  },
  pkce: false,
  clientAuth: "post",
  unwrap: "items[0]",
  profile: { id: "account_id", name: "display_name", image: "profile_image" },
  emailTrust: "none",
  docs: { email: "The API returns no address." },
})

export default StackExchange
