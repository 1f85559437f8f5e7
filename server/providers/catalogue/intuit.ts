import { markIntuit } from "../../../components/view/marks/marks.generated.ts"
import { oidc } from "../define.ts"
import { joinText } from "../fields.ts"
import { optionalOption } from "../rows.ts"

/**
 * Signs in with Intuit. Register the redirect URI `https://your.site/auth/callback/intuit`, and set `AUTH_INTUIT_ID`
 * and `AUTH_INTUIT_SECRET`.
 *
 * @see https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/openid-connect
 */
export const Intuit = oidc("intuit", "Intuit", {
  mark: markIntuit,
  options: { environment: optionalOption<"production" | "sandbox">("Production or sandbox", "production") },
  issuer: "https://oauth.platform.intuit.com/op/v1",
  wellKnown: "https://developer.api.intuit.com/.well-known/openid_configuration",
  jwks: "https://oauth.platform.intuit.com/op/v1/jwks",
  authorization: "https://appcenter.intuit.com/connect/oauth2",
  token: "https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer",
  userinfo: "https://accounts.platform.intuit.com/v1/openid_connect/userinfo",
  pkce: false,
  nonce: false,
  idToken: false,
  profile: {
    name: ({ givenName, familyName }) => joinText(givenName, familyName),
    emailVerified: "emailVerified",
    image: null,
  },
  derive: ({ environment }) =>
    environment === "sandbox"
      ? {
          wellKnown: "https://developer.api.intuit.com/.well-known/openid_sandbox_configuration",
          userinfo: "https://sandbox-accounts.platform.intuit.com/v1/openid_connect/userinfo",
        }
      : {},
  emailTrust: "claim",
  docs: { email: "`emailVerified`: Intuit verified the address." },
})

export default Intuit
