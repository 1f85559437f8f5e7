import { oauth } from "../define.ts"

/** @see https://developers.tiltify.com/docs/oauth */
export const Tiltify = oauth("tiltify", "Tiltify", {
  authorization: "https://v5api.tiltify.com/oauth/authorize",
  token: "https://v5api.tiltify.com/oauth/token",
  userinfo: "https://v5api.tiltify.com/api/public/current-user",
  scopes: "public",
  pkce: false,
  clientAuth: "post",
  unwrap: "data",
  profile: { id: "id", name: "username", email: "email", image: "avatar.src" },
})
