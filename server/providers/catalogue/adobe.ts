import { markAdobe } from "../../../components/view/marks/drawn.ts"
import { oidc } from "../define.ts"

/**
 * Signs in with Adobe. Register the redirect URI `https://your.site/auth/callback/adobe`, and set `AUTH_ADOBE_ID` and
 * `AUTH_ADOBE_SECRET`.
 *
 * @see https://developer.adobe.com/developer-console/docs/guides/authentication/UserAuthentication/
 */
export const Adobe = oidc("adobe", "Adobe", {
  mark: markAdobe,
  issuer: "https://ims-na1.adobelogin.com",
  wellKnown: "https://ims-na1.adobelogin.com/ims/.well-known/openid-configuration",
  scopes: "openid,email,profile",
  scopeSeparator: ",",
  nonce: false,
  idToken: false,
  profile: { image: null },
  emailTrust: "idp",
  docs: {
    email: "A company's administrators create accounts for addresses. The flag doesn't tell those accounts apart.",
  },
})

export default Adobe
