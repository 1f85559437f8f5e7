import { oauth } from "../define.ts"

/**
 * Redirect URI must be static https without query.
 *
 * @see https://developers.tiktok.com/doc/login-kit-web
 */
export const TikTok = oauth("tiktok", "TikTok", {
  authorization: "https://www.tiktok.com/v2/auth/authorize/",
  token: "https://open.tiktokapis.com/v2/oauth/token/",
  userinfo: {
    url: "https://open.tiktokapis.com/v2/user/info/",
    params: { fields: "open_id,union_id,avatar_url,display_name" },
  },
  scopes: "user.info.basic",
  scopeSeparator: ",",
  pkce: false,
  clientAuth: "post",
  clientIdParam: "client_key",
  unwrap: "data.user",
  profile: { id: "open_id", name: "display_name|username", image: "avatar_url|avatar_large_url" },
  refusal: "error.code!=ok",
})
