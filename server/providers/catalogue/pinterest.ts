import { oauth } from "../define.ts"

/** @see https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/ */
export const Pinterest = oauth("pinterest", "Pinterest", {
  authorization: "https://www.pinterest.com/oauth/",
  token: "https://api.pinterest.com/v5/oauth/token",
  userinfo: "https://api.pinterest.com/v5/user_account",
  scopes: "user_accounts:read",
  scopeSeparator: ",",
  profile: { id: "id", name: "username", image: "profile_image" },
})
