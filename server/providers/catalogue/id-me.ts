import { markIdMe } from "../../../components/view/marks/drawn.ts"
import { oidc } from "../define.ts"
import { joinText } from "../fields.ts"

/**
 * Signs in with ID.me. Register the redirect URI `https://your.site/auth/callback/id-me`, and set `AUTH_ID_ME_ID` and
 * `AUTH_ID_ME_SECRET`.
 *
 * @see https://developers.id.me/documentation
 */
export const IDme = oidc("id-me", "ID.me", {
  mark: markIdMe,
  issuer: "https://api.id.me/oidc",
  scopes: "openid login",
  clientAuth: "post",
  profile: { name: ({ name, fname, lname }) => name || joinText(fname, lname), emailVerified: null, image: null },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default IDme
