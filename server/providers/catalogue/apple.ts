import { oidc } from "../define.ts"
import { optional } from "../rows.ts"
import { appleClient } from "../quirks/apple.ts"
import { alsoIssuedBy } from "../quirks/issuers.ts"

/**
 * Email may be a private relay address (is_private_email).
 *
 * @see https://developer.apple.com/documentation/signinwithapplerestapi
 */
export const Apple = oidc("apple", "Apple", {
  options: {
    teamId: optional(
      "Apple developer team id (iss of the generated client secret); only when the secret is generated instead of given",
    ),
    keyId: optional("Key id (kid header) of the Sign in with Apple private key"),
    privateKey: optional("PKCS#8 ES256 private key used to sign the client secret"),
  },
  issuer: "https://appleid.apple.com",
  jwks: "https://appleid.apple.com/auth/keys",
  authorization: { url: "https://appleid.apple.com/auth/authorize", params: { response_mode: "form_post" } },
  token: "https://appleid.apple.com/auth/token",
  scopes: "openid name email",
  pkce: false,
  clientAuth: "post",
  profile: { name: "`{$form.user.name.firstName} {$form.user.name.lastName}`", image: null },
  acceptsIssuer: alsoIssuedBy("https://account.apple.com"),
  derive: appleClient,
})
