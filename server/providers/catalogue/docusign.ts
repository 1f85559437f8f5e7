import { oauth } from "../define.ts"
import { optional } from "../rows.ts"

/** @see https://developers.docusign.com/platform/auth/ */
export const DocuSign = oauth("docusign", "DocuSign", {
  options: {
    host: optional("https://account-d.docusign.com for the developer environment", "https://account.docusign.com"),
  },
  authorization: "{host}/oauth/auth",
  token: "{host}/oauth/token",
  userinfo: "{host}/oauth/userinfo",
  scopes: "openid profile email",
  profile: { id: "sub", name: "name", email: "email" },
})
