import { oidcWith } from "../define.ts"
import { alsoIssuedBy } from "../quirks/issuers.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Google. Its other fields are untyped. */
export interface GoogleProfile extends UntypedProfile {
  aud: string
  azp: string
  email: string
  email_verified: boolean
  exp: number
  family_name?: string
  given_name: string
  hd?: string
  iat: number
  iss: string
  jti?: string
  locale?: string
  name: string
  nbf?: number
  picture: string
  sub: string
}

/**
 * Signs in with Google. Register the redirect URI `https://your.site/auth/callback/google`, and set `AUTH_GOOGLE_ID`
 * and `AUTH_GOOGLE_SECRET`. Add the parameters `access_type: "offline"` and `prompt: "consent"` for a refresh token.
 *
 * @see https://developers.google.com/identity/openid-connect/openid-connect
 */
export const Google = oidcWith<GoogleProfile>()("google", "Google", {
  issuer: "https://accounts.google.com",
  acceptsIssuer: alsoIssuedBy("accounts.google.com"),
  jwks: "https://www.googleapis.com/oauth2/v3/certs",
  authorization: "https://accounts.google.com/o/oauth2/v2/auth",
  token: "https://oauth2.googleapis.com/token",
  emailTrust: "claim",
  docs: { email: "`email_verified`: Google hosts the mailbox, or the user proved it when the account was made." },
})

export default Google
