import { markApple } from "../../../components/view/marks/marks.generated.ts"
import { oidcWith } from "../define.ts"
import { valueAt, isTrueOrText, joinText } from "../fields.ts"
import { optionalOption } from "../rows.ts"
import { appleClient } from "../quirks/apple.ts"
import { alsoIssuedBy } from "../quirks/issuers.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Apple. Its other fields are untyped. */
export interface AppleProfile extends UntypedProfile {
  iss: "https://appleid.apple.com"
  aud: string
  iat: number
  exp: number
  sub: string
  nonce: string
  nonce_supported: boolean
  email: string
  email_verified: "true" | true
  is_private_email: boolean | "true" | "false"
  real_user_status: 0 | 1 | 2
  transfer_sub: string
  at_hash: string
  auth_time: number
  user?: AppleNonConformUser
}

/** A part of what Apple sends about a user. */
export interface AppleNonConformUser {
  name: { firstName: string; lastName: string }
  email: string
}

/**
 * Signs in with Apple. Register the redirect URI `https://your.site/auth/callback/apple`, and set `AUTH_APPLE_ID` and
 * `AUTH_APPLE_SECRET`. The address may be a private relay (`is_private_email`). Apple sends the name at the first
 * sign-in only.
 *
 * @see https://developer.apple.com/documentation/signinwithapplerestapi
 */
export const Apple = oidcWith<AppleProfile>()("apple", "Apple", {
  mark: markApple,
  options: {
    teamId: optionalOption(
      "Apple developer team id (iss of the generated client secret); only when the secret is generated instead of given",
    ),
    keyId: optionalOption("Key id (kid header) of the Sign in with Apple private key"),
    privateKey: optionalOption("PKCS#8 ES256 private key used to sign the client secret"),
  },
  issuer: "https://appleid.apple.com",
  jwks: "https://appleid.apple.com/auth/keys",
  authorization: { url: "https://appleid.apple.com/auth/authorize", params: { response_mode: "form_post" } },
  token: "https://appleid.apple.com/auth/token",
  scopes: "openid name email",
  pkce: false,
  clientAuth: "post",
  profile: {
    name: (_, { form: { user } }) => joinText(valueAt(user, "name.firstName"), valueAt(user, "name.lastName")),
    image: null,
    emailVerified: ({ email_verified }) => isTrueOrText(email_verified),
  },
  acceptsIssuer: alsoIssuedBy("https://account.apple.com"),
  derive: appleClient,
  emailTrust: "claim",
  docs: {
    email:
      "Apple proves the address or hosts it as a private relay. It sends `email_verified` as a boolean or as text.",
  },
})

export default Apple
