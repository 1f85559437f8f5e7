import { oauth } from "../define.ts"

/** @see https://developer.withings.com/developer-guide/v3/integration-guide/public-health-data-api/get-access/oauth-web-flow/ */
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
})
