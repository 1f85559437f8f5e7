import { oauth } from "../define.ts"

/** @see https://developer.monday.com/apps/docs/oauth */
export const Monday = oauth("monday", "monday.com", {
  authorization: "https://auth.monday.com/oauth2/authorize",
  token: "https://auth.monday.com/oauth2/token",
  userinfo: {
    url: "https://api.monday.com/v2",
    method: "POST",
    auth: { in: "header", name: "Authorization", scheme: null },
    body: { query: "{ me { id name email photo_original } }" },
    bodyFormat: "json",
  },
  scopes: "me:read",
  pkce: false,
  clientAuth: "post",
  unwrap: "data.me",
  profile: { id: "id", name: "name", email: "email", image: "photo_original" },
})
