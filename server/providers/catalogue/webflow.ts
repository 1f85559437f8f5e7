import { oauth } from "../define.ts"

/** @see https://developers.webflow.com/data/reference/oauth-app */
export const Webflow = oauth("webflow", "Webflow", {
  authorization: "https://webflow.com/oauth/authorize",
  token: "https://api.webflow.com/oauth/access_token",
  userinfo: "https://api.webflow.com/v2/token/authorized_by",
  scopes: "authorized_user:read",
  pkce: false,
  clientAuth: "post",
  profile: { id: "id", name: "`{firstName} {lastName}`", email: "email" },
})
