import { oauth } from "../define.ts"

/** @see https://osu.ppy.sh/docs/index.html#authentication */
export const Osu = oauth("osu", "osu!", {
  authorization: "https://osu.ppy.sh/oauth/authorize",
  token: "https://osu.ppy.sh/oauth/token",
  userinfo: "https://osu.ppy.sh/api/v2/me",
  scopes: "identify",
  clientAuth: "post",
  profile: { id: "id", name: "username", image: "avatar_url" },
})
