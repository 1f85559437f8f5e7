import { oidc } from "../define.ts"
import { optional } from "../rows.ts"

/** @see https://help.salesforce.com/s/articleView?id=sf.remoteaccess_using_openid.htm */
export const Salesforce = oidc("salesforce", "Salesforce", {
  options: {
    issuer: optional("https://test.salesforce.com for sandboxes, or a My Domain URL", "https://login.salesforce.com"),
  },
  issuer: "{issuer}",
  idToken: false,
  profile: { id: "user_id", image: "picture|photos.picture" },
})
