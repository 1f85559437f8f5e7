import { markZendesk } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { requiredOption } from "../rows.ts"

/**
 * Signs in with Zendesk. Register the redirect URI `https://your.site/auth/callback/zendesk`, and set
 * `AUTH_ZENDESK_ID` and `AUTH_ZENDESK_SECRET`. Users belong to one Zendesk account.
 *
 * @see https://developer.zendesk.com/documentation/api-basics/authentication/using-oauth-to-authenticate-zendesk-api-requests-in-a-web-app/
 */
export const Zendesk = oauth("zendesk", "Zendesk", {
  mark: markZendesk,
  options: { subdomain: requiredOption("https://{subdomain}.zendesk.com") },
  authorization: "https://{subdomain}.zendesk.com/oauth/authorizations/new",
  token: { url: "https://{subdomain}.zendesk.com/oauth/tokens", bodyFormat: "json" },
  userinfo: "https://{subdomain}.zendesk.com/api/v2/users/me.json",
  scopes: "users:read",
  clientAuth: "post",
  unwrap: "user",
  profile: { id: "id", name: "name", email: "email", emailVerified: "verified", image: "photo.content_url" },
  emailTrust: "idp",
  docs: { email: "The account's agents can mark an address as verified." },
})

export default Zendesk
