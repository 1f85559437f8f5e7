import { markHubspot } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with HubSpot. Register the redirect URI `https://your.site/auth/callback/hubspot`, and set
 * `AUTH_HUBSPOT_ID` and `AUTH_HUBSPOT_SECRET`.
 *
 * @see https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/oauth/oauth-quickstart-guide
 */
export const HubSpot = oauth("hubspot", "HubSpot", {
  mark: markHubspot,
  authorization: "https://app.hubspot.com/oauth/authorize",
  token: "https://api.hubapi.com/oauth/2026-03/token",
  userinfo: {
    url: "https://api.hubapi.com/oauth/2026-03/token/introspect",
    method: "POST",
    auth: { in: "body", name: "token", scheme: null },
    body: { client_id: "{clientId}", client_secret: "{clientSecret}", token_type_hint: "access_token" },
    bodyFormat: "form",
  },
  scopes: "oauth",
  clientAuth: "post",
  profile: { id: "user_id", name: "user", email: "user" },
  emailTrust: "unverified",
  docs: { email: "The introspection has no flag. A portal's administrators add its users." },
})

export default HubSpot
