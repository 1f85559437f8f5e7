import { oauth } from "../define.ts"
import { optional, required } from "../rows.ts"

/** @see https://api.stackexchange.com/docs/authentication */
export const StackExchange = oauth("stackexchange", "Stack Exchange", {
  options: {
    key: required("App key for API calls"),
    site: optional("Site whose profile is read", "stackoverflow"),
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
})
