import { oidc } from "../define.ts"
import { alsoIssuedBy } from "../quirks/issuers.ts"

/** @see https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 */
export const LinkedIn = oidc("linkedin", "LinkedIn", {
  issuer: "https://www.linkedin.com/oauth",
  jwks: "https://www.linkedin.com/oauth/openid/jwks",
  authorization: "https://www.linkedin.com/oauth/v2/authorization",
  token: "https://www.linkedin.com/oauth/v2/accessToken",
  pkce: false,
  nonce: false,
  clientAuth: "post",
  profile: { name: "name|`{given_name} {family_name}`" },
  acceptsIssuer: alsoIssuedBy("https://www.linkedin.com"), // what it called itself before, in ID tokens that are stored
})
