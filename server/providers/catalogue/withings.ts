import { oauth } from "../define.ts"

/**
 * Signs in with Withings. Register the redirect URI `https://your.site/auth/callback/withings`, and set
 * `AUTH_WITHINGS_ID` and `AUTH_WITHINGS_SECRET`.
 *
 * @see https://developer.withings.com/developer-guide/v3/integration-guide/public-health-data-api/get-access/oauth-web-flow/
 */
export const Withings = oauth("withings", "Withings", {
  authorization: "https://account.withings.com/oauth2_user/authorize2",
  token: { url: "https://wbsapi.withings.net/v2/oauth2", params: { action: "requesttoken" }, unwrap: "body" },
  scopes: "user.info",
  scopeSeparator: ",",
  pkce: false,
  clientAuth: "post",
  profileSource: "token_response",
  unwrap: "body",
  profile: { id: "userid" },
  emailTrust: "none",
  docs: { email: "The API returns no address." },
})

export default Withings
