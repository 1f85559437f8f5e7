import { oauth } from "../define.ts"
import { joinText } from "../fields.ts"

/**
 * Signs in with Seznam. Register the redirect URI `https://your.site/auth/callback/seznam`, and set `AUTH_SEZNAM_ID`
 * and `AUTH_SEZNAM_SECRET`.
 *
 * @see https://vyvojari.seznam.cz/oauth/doc
 */
export const Seznam = oauth("seznam", "Seznam", {
  authorization: "https://login.szn.cz/api/v1/oauth/auth",
  token: "https://login.szn.cz/api/v1/oauth/token",
  userinfo: "https://login.szn.cz/api/v1/user",
  scopes: "identity,avatar",
  scopeSeparator: ",",
  pkce: false,
  clientAuth: "post",
  profile: {
    id: "oauth_user_id",
    name: ({ firstname, lastname, username }) => joinText(firstname, lastname) || username,
    email: "email",
    image: "avatar_url",
  },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified.", id: "Seznam's id for the user and the app." },
})

export default Seznam
