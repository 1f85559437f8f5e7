import { markDocusign } from "../../../components/view/marks/drawn.ts"
import { oauth } from "../define.ts"
import { optionalOption } from "../rows.ts"

/**
 * Signs in with DocuSign. Register the redirect URI `https://your.site/auth/callback/docusign`, and set
 * `AUTH_DOCUSIGN_ID` and `AUTH_DOCUSIGN_SECRET`.
 *
 * @see https://developers.docusign.com/platform/auth/
 */
export const DocuSign = oauth("docusign", "DocuSign", {
  mark: markDocusign,
  options: {
    host: optionalOption(
      "https://account-d.docusign.com for the developer environment",
      "https://account.docusign.com",
    ),
  },
  authorization: "{host}/oauth/auth",
  token: "{host}/oauth/token",
  userinfo: "{host}/oauth/userinfo",
  scopes: "openid profile email",
  profile: { id: "sub", name: "name", email: "email" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default DocuSign
