import { oauth } from "../define.ts"
import { requiredOption } from "../rows.ts"

/**
 * Signs in with NetSuite. Register the redirect URI `https://your.site/auth/callback/netsuite`, and set
 * `AUTH_NETSUITE_ID` and `AUTH_NETSUITE_SECRET`.
 *
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_157769826287.html
 */
export const NetSuite = oauth("netsuite", "NetSuite", {
  options: {
    accountId: requiredOption("NetSuite account id in the host names"),
    userinfo: requiredOption("URL of a RESTlet or SuiteLet that returns the current user"),
  },
  authorization: "https://{accountId}.app.netsuite.com/app/login/oauth2/authorize.nl",
  token: "https://{accountId}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token",
  userinfo: "{userinfo}",
  scopes: "restlets rest_webservices",
  pkce: false,
  profile: { id: "id", name: "name", email: "email" },
  emailTrust: "idp",
  docs: {
    email: "The company's own script returns the address.",
    id: "Whatever the company's own script returns: it must be the employee's internal id.",
  },
})

export default NetSuite
