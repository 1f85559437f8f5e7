import { markLichess } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Lichess. Register the redirect URI `https://your.site/auth/callback/lichess`, and set
 * `AUTH_LICHESS_ID`.
 *
 * @see https://lichess.org/api#tag/OAuth
 */
export const Lichess = oauth("lichess", "Lichess", {
  mark: markLichess,
  authorization: "https://lichess.org/oauth",
  token: "https://lichess.org/api/token",
  userinfo: "https://lichess.org/api/account",
  extra: { email: { url: "https://lichess.org/api/account/email", needsScope: "email:read" } },
  scopes: "email:read",
  clientAuth: "none",
  profile: { id: "id", name: "username", email: "$extra.email.email" },
  emailTrust: "unverified",
  docs: {
    email: "The API doesn't say whether the address was verified.",
    id: "The name in lower case. Lichess changes no more than its capitals, and never gives the name of a closed account away.",
  },
})

export default Lichess
