import { oauth } from "../define.ts"

/** @see https://docs.kick.com/getting-started/generating-tokens-oauth2-flow */
export const Kick = oauth("kick", "Kick", {
  authorization: "https://id.kick.com/oauth/authorize",
  token: "https://id.kick.com/oauth/token",
  userinfo: "https://api.kick.com/public/v1/users",
  scopes: "user:read",
  clientAuth: "post",
  unwrap: "data[0]",
  profile: { id: "user_id", name: "name", email: "email", image: "profile_picture" },
})
