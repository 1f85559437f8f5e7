import { oidc } from "../define.ts"
import { optional } from "../rows.ts"

/** @see https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/openid-connect */
export const Intuit = oidc("intuit", "Intuit", {
  options: { environment: optional<"production" | "sandbox">("Production or sandbox", "production") },
  issuer: "https://oauth.platform.intuit.com/op/v1",
  wellKnown: "https://developer.api.intuit.com/.well-known/openid_configuration",
  jwks: "https://oauth.platform.intuit.com/op/v1/jwks",
  authorization: "https://appcenter.intuit.com/connect/oauth2",
  token: "https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer",
  userinfo: "https://accounts.platform.intuit.com/v1/openid_connect/userinfo",
  pkce: false,
  nonce: false,
  idToken: false,
  profile: { name: "`{givenName} {familyName}`", emailVerified: "emailVerified", image: null },
  derive: ({ environment }) =>
    environment === "sandbox"
      ? {
          wellKnown: "https://developer.api.intuit.com/.well-known/openid_sandbox_configuration",
          userinfo: "https://sandbox-accounts.platform.intuit.com/v1/openid_connect/userinfo",
        }
      : {},
})
