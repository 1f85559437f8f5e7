import { oauth } from "../define.ts"

/** @see https://gumroad.com/api */
export const Gumroad = oauth("gumroad", "Gumroad", {
  authorization: "https://gumroad.com/oauth/authorize",
  token: "https://api.gumroad.com/oauth/token",
  userinfo: "https://api.gumroad.com/v2/user",
  scopes: "view_profile",
  pkce: false,
  clientAuth: "post",
  unwrap: "user",
  profile: { id: "user_id", name: "name", email: "email", image: "profile_url" },
})
