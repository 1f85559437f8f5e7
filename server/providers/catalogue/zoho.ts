import { markZoho } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { joinText } from "../fields.ts"
import { optionalOption } from "../rows.ts"
import { useDataCenter } from "../quirks/callbacks.ts"

const DATA_CENTRES = ["com", "eu", "in", "com.au", "jp", "sa"]
  .map((ending) => `https://accounts.zoho.${ending}`)
  .concat("https://accounts.zohocloud.ca")

/**
 * Signs in with Zoho. Register the redirect URI `https://your.site/auth/callback/zoho`, and set `AUTH_ZOHO_ID` and
 * `AUTH_ZOHO_SECRET`. Add the parameters `access_type: "offline"` and `prompt: "consent"` for a refresh token.
 *
 * @see https://www.zoho.com/accounts/protocol/oauth/web-server-applications.html
 */
export const Zoho = oauth("zoho", "Zoho", {
  mark: markZoho,
  options: {
    accountsServer: optionalOption(
      "Data centre: accounts.zoho.eu, .in, .com.au, .jp, .sa, accounts.zohocloud.ca",
      "https://accounts.zoho.com",
    ),
  },
  authorization: "{accountsServer}/oauth/v2/auth",
  token: "{accountsServer}/oauth/v2/token",
  userinfo: "{accountsServer}/oauth/user/info",
  scopes: "AaaServer.profile.Read",
  scopeSeparator: ",",
  clientAuth: "post",
  profile: {
    id: "ZUID",
    name: ({ Display_Name, First_Name, Last_Name }) => Display_Name || joinText(First_Name, Last_Name),
    email: "Email",
  },
  derive: ({ accountsServer = "" }) => ({ onCallback: useDataCenter("accounts-server", accountsServer, DATA_CENTRES) }),
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified.", id: "The Zoho user id, a number." },
})

export default Zoho
