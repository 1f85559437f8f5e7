import { markSalesforce } from "../../../components/view/marks/drawn.ts"
import { oidcWith } from "../define.ts"
import { valueAt } from "../fields.ts"
import { optionalOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Salesforce. Its other fields are untyped. */
export interface SalesforceProfile extends UntypedProfile {
  sub: string
  nickname: string
  email: string
  picture: string
}

/**
 * Signs in with Salesforce. Register the redirect URI `https://your.site/auth/callback/salesforce`, and set
 * `AUTH_SALESFORCE_ID` and `AUTH_SALESFORCE_SECRET`.
 *
 * @see https://help.salesforce.com/s/articleView?id=sf.remoteaccess_using_openid.htm
 */
export const Salesforce = oidcWith<SalesforceProfile>()("salesforce", "Salesforce", {
  mark: markSalesforce,
  options: {
    issuer: optionalOption(
      "https://test.salesforce.com for sandboxes, or a My Domain URL",
      "https://login.salesforce.com",
    ),
  },
  issuer: "{issuer}",
  idToken: false,
  profile: { image: ({ picture, photos }) => picture || valueAt(photos, "picture") },
  compat: { 4: { profile: { id: "user_id" } } },
  emailTrust: "idp",
  docs: { email: "Any organization can sign in, and its administrators write the address." },
})

export default Salesforce
