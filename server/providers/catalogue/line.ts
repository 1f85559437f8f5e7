import { markLine } from "../../../components/view/marks/marks.generated.ts"
import { oidcWith } from "../define.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at LINE. Its other fields are untyped. */
export interface LineProfile extends UntypedProfile {
  iss: string
  sub: string
  aud: string
  exp: number
  iat: number
  amr: string[]
  name: string
  picture: string
}

/**
 * Signs in with LINE. Register the redirect URI `https://your.site/auth/callback/line`, and set `AUTH_LINE_ID` and
 * `AUTH_LINE_SECRET`.
 *
 * @see https://developers.line.biz/en/docs/line-login/integrate-line-login/
 */
export const LINE = oidcWith<LineProfile>()("line", "LINE", {
  mark: markLine,
  issuer: "https://access.line.me",
  jwks: "https://api.line.me/oauth2/v2.1/certs",
  authorization: "https://access.line.me/oauth2/v2.1/authorize",
  token: "https://api.line.me/oauth2/v2.1/token",
  clientAuth: "post",
  profile: { emailVerified: null },
  client: { id_token_signed_response_alg: "HS256" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default LINE
