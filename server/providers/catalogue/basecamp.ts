import { markBasecamp } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { joinText } from "../fields.ts"

/**
 * Signs in with Basecamp. Register the redirect URI `https://your.site/auth/callback/basecamp`, and set
 * `AUTH_BASECAMP_ID` and `AUTH_BASECAMP_SECRET`.
 *
 * @see https://github.com/basecamp/api/blob/master/sections/authentication.md
 */
export const Basecamp = oauth("basecamp", "Basecamp", {
  mark: markBasecamp,
  authorization: { url: "https://launchpad.37signals.com/authorization/new", params: { type: "web_server" } },
  token: { url: "https://launchpad.37signals.com/authorization/token", params: { type: "web_server" } },
  userinfo: "https://launchpad.37signals.com/authorization.json",
  pkce: false,
  clientAuth: "post",
  unwrap: "identity",
  profile: { id: "id", name: ({ first_name, last_name }) => joinText(first_name, last_name), email: "email_address" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Basecamp
