import { markAzureDevops } from "../../../components/view/marks/drawn.ts"
import { oauthWith } from "../define.ts"
import { olderName } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Azure DevOps. Its other fields are untyped. */
export interface AzureDevOpsProfile extends UntypedProfile {
  id: string
  displayName: string
  emailAddress: string
  coreAttributes: { Avatar: { value: { value: string } } }
}

/**
 * Signs in with Azure DevOps, for apps that were registered before April 2025. Register the redirect URI
 * `https://your.site/auth/callback/azure-devops`, and set `AUTH_AZURE_DEVOPS_ID` and `AUTH_AZURE_DEVOPS_SECRET`.
 *
 * @see https://learn.microsoft.com/en-us/azure/devops/integrate/get-started/authentication/oauth
 */
export const AzureDevOps = oauthWith<AzureDevOpsProfile>()("azure-devops", "Azure DevOps", {
  mark: markAzureDevops,
  options: { scope: olderName("scopes") },
  authorization: {
    url: "https://app.vssps.visualstudio.com/oauth2/authorize",
    params: { response_type: "Assertion" },
  },
  token: {
    url: "https://app.vssps.visualstudio.com/oauth2/token",
    params: {
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    },
    rename: { client_secret: "client_assertion", code: "assertion" },
  },
  userinfo: {
    url: "https://app.vssps.visualstudio.com/_apis/profile/profiles/me",
    params: { details: "true", coreAttributes: "Avatar", "api-version": "6.0" },
  },
  scopes: "vso.profile",
  pkce: false,
  clientAuth: "post",
  profile: { id: "id", name: "displayName", email: "emailAddress" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
  deprecated: "Microsoft registers no new apps and retires it in 2026. Successor: Microsoft Entra ID.",
})

export { AzureDevOps as AzureDevOpsProvider }
export default AzureDevOps
