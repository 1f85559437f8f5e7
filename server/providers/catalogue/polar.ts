import { markPolar } from "../../../components/view/marks/drawn.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Polar. Register the redirect URI `https://your.site/auth/callback/polar`, and set `AUTH_POLAR_ID` and
 * `AUTH_POLAR_SECRET`.
 *
 * @see https://polar.sh/docs/integrate/oauth2/introduction
 */
export const Polar = oauth("polar", "Polar", {
  mark: markPolar,
  authorization: { url: "https://polar.sh/oauth2/authorize", params: { sub_type: "user" } },
  token: "https://api.polar.sh/v1/oauth2/token",
  userinfo: "https://api.polar.sh/v1/oauth2/userinfo",
  scopes: "openid profile email",
  clientAuth: "post",
  profile: {
    id: "sub",
    name: ({ name, public_name, username }) => name || public_name || username,
    email: "email",
    emailVerified: "email_verified",
    image: ({ picture, avatar_url }) => picture || avatar_url,
  },
  emailTrust: "claim",
  docs: { email: "Polar sets `email_verified` when the user enters a code that it emailed." },
})

export default Polar
