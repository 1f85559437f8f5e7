import { oauth } from "../define.ts"

/** @see https://vyvojari.seznam.cz/oauth/doc */
export const Seznam = oauth("seznam", "Seznam", {
  authorization: "https://login.szn.cz/api/v1/oauth/auth",
  token: "https://login.szn.cz/api/v1/oauth/token",
  userinfo: "https://login.szn.cz/api/v1/user",
  scopes: "identity,avatar",
  scopeSeparator: ",",
  pkce: false,
  clientAuth: "post",
  profile: { id: "oauth_user_id", name: "`{firstname} {lastname}`|username", email: "email", image: "avatar_url" },
})
