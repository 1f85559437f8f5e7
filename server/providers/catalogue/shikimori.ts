import { oauth } from "../define.ts"

/** @see https://shikimori.one/oauth */
export const Shikimori = oauth("shikimori", "Shikimori", {
  authorization: "https://shikimori.one/oauth/authorize",
  token: "https://shikimori.one/oauth/token",
  userinfo: "https://shikimori.one/api/users/whoami",
  pkce: false,
  clientAuth: "post",
  profile: { id: "id", name: "nickname", image: "image.x160|avatar" },
})
