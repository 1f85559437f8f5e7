import { oauth } from "../define.ts"

/**
 * Signs in with osu!. Register the redirect URI `https://your.site/auth/callback/osu`, and set `AUTH_OSU_ID` and
 * `AUTH_OSU_SECRET`.
 *
 * @see https://osu.ppy.sh/docs/index.html#authentication
 */
export const Osu = oauth("osu", "osu!", {
  authorization: "https://osu.ppy.sh/oauth/authorize",
  token: "https://osu.ppy.sh/oauth/token",
  userinfo: "https://osu.ppy.sh/api/v2/me",
  scopes: "identify",
  clientAuth: "post",
  profile: { id: "id", name: "username", image: "avatar_url" },
  emailTrust: "none",
  docs: { email: "The API returns no address." },
})

export default Osu
