import { markXero } from "../../../components/view/marks/marks.generated.ts"
import { oidc } from "../define.ts"
import { joinText } from "../fields.ts"

/**
 * Signs in with Xero. Register the redirect URI `https://your.site/auth/callback/xero`, and set `AUTH_XERO_ID` and
 * `AUTH_XERO_SECRET`.
 *
 * @see https://developer.xero.com/documentation/guides/oauth2/sign-in/
 */
export const Xero = oidc("xero", "Xero", {
  mark: markXero,
  issuer: "https://identity.xero.com",
  jwks: "https://identity.xero.com/.well-known/openid-configuration/jwks",
  authorization: "https://login.xero.com/identity/connect/authorize",
  token: "https://identity.xero.com/connect/token",
  profile: {
    id: "xero_userid",
    name: ({ name, given_name, family_name }) => name || joinText(given_name, family_name),
    image: null,
  },
  emailTrust: "unverified",
  docs: {
    email: "The documentation doesn't say what its flag stands for.",
    id: "Xero's user id. `sub` is derived from it.",
  },
})

export default Xero
