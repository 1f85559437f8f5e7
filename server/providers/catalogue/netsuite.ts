import { oauthWith } from "../define.ts"
import { olderName, requiredOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** The options of Auth.js's NetSuite provider. */
export interface OAuthNetSuiteOptions {
  prompt: string | "none" | "login" | "consent"
  accountID: string
  scope: string
  userinfo: string
}

/** A user's profile at NetSuite. Its other fields are untyped. */
export interface NetSuiteProfile extends UntypedProfile {
  id: number
  name: string
  email: string
  location: number
  role: number
  roleId?: string
  roleCenter?: string
  contact?: number
  subsidiary?: number
  department?: number
}

/**
 * Signs in with NetSuite. Register the redirect URI `https://your.site/auth/callback/netsuite`, and set
 * `AUTH_NETSUITE_ID` and `AUTH_NETSUITE_SECRET`.
 *
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_157769826287.html
 */
export const NetSuite = oauthWith<NetSuiteProfile>()("netsuite", "NetSuite", {
  options: {
    accountId: { ...requiredOption("NetSuite account id in the host names"), unless: "accountID" },
    accountID: olderName("accountId"),
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
