import { markOdnoklassniki } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { joinText } from "../fields.ts"
import { requiredOption } from "../rows.ts"
import { signedUserinfoEndpoint } from "../quirks/callbacks.ts"

/**
 * Signs in with Odnoklassniki. Register the redirect URI `https://your.site/auth/callback/odnoklassniki`, and set
 * `AUTH_ODNOKLASSNIKI_ID` and `AUTH_ODNOKLASSNIKI_SECRET`.
 *
 * @see https://apiok.ru/en/ext/oauth/
 */
export const Odnoklassniki = oauth("odnoklassniki", "Odnoklassniki", {
  mark: markOdnoklassniki,
  options: { publicKey: requiredOption("Application public key (application_key)") },
  authorization: "https://connect.ok.ru/oauth/authorize",
  token: "https://api.ok.ru/oauth/token.do",
  scopes: "VALUABLE_ACCESS;GET_EMAIL",
  scopeSeparator: ";",
  pkce: false,
  clientAuth: "post",
  profile: {
    id: "uid",
    name: ({ name, first_name, last_name }) => name || joinText(first_name, last_name),
    email: "email",
    image: ({ pic_3, pic_2, pic_1 }) => pic_3 || pic_2 || pic_1,
  },
  derive: ({ publicKey }) => ({
    userinfo: signedUserinfoEndpoint("https://api.ok.ru/fb.do", {
      application_key: publicKey,
      format: "json",
      method: "users.getCurrentUser",
    }),
  }),
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Odnoklassniki
