import { oidc } from "../define.ts"
import { at } from "../fields.ts"
import { optional } from "../rows.ts"

/**
 * Signs in with Salesforce. Register the redirect URI `https://your.site/auth/callback/salesforce`, and set
 * `AUTH_SALESFORCE_ID` and `AUTH_SALESFORCE_SECRET`.
 *
 * @see https://help.salesforce.com/s/articleView?id=sf.remoteaccess_using_openid.htm
 */
export const Salesforce = oidc("salesforce", "Salesforce", {
  options: {
    issuer: optional("https://test.salesforce.com for sandboxes, or a My Domain URL", "https://login.salesforce.com"),
  },
  issuer: "{issuer}",
  idToken: false,
  profile: { image: ({ picture, photos }) => picture || at(photos, "picture") },
  emailTrust: "idp",
  docs: { email: "Any organization can sign in, and its administrators write the address." },
})

export default Salesforce
