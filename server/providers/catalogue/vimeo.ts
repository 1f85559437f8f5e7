import { oauth } from "../define.ts"

/** @see https://developer.vimeo.com/api/authentication */
export const Vimeo = oauth("vimeo", "Vimeo", {
  authorization: "https://api.vimeo.com/oauth/authorize",
  token: "https://api.vimeo.com/oauth/access_token",
  userinfo: { url: "https://api.vimeo.com/me", headers: { Accept: "application/vnd.vimeo.*+json;version=3.4" } },
  scopes: "public",
  pkce: false,
  profile: { id: "uri~^/users/(\\d+)$", name: "name", image: "pictures.base_link" },
})
