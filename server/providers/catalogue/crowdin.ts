import { oauth } from "../define.ts"

/** @see https://support.crowdin.com/developer/authorizing-oauth-apps/ */
export const Crowdin = oauth("crowdin", "Crowdin", {
  authorization: "https://accounts.crowdin.com/oauth/authorize",
  token: "https://accounts.crowdin.com/oauth/token",
  userinfo: "https://crowdin.com/api/v2/user",
  scopes: "project",
  pkce: false,
  clientAuth: "post",
  unwrap: "data",
  profile: { id: "id", name: "fullName|username", email: "email", image: "avatarUrl" },
})
