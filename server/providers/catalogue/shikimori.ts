import { markShikimori } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { valueAt } from "../fields.ts"

/**
 * Signs in with Shikimori. Register the redirect URI `https://your.site/auth/callback/shikimori`, and set
 * `AUTH_SHIKIMORI_ID` and `AUTH_SHIKIMORI_SECRET`.
 *
 * @see https://shikimori.one/oauth
 */
export const Shikimori = oauth("shikimori", "Shikimori", {
  mark: markShikimori,
  authorization: "https://shikimori.one/oauth/authorize",
  token: "https://shikimori.one/oauth/token",
  userinfo: "https://shikimori.one/api/users/whoami",
  pkce: false,
  clientAuth: "post",
  profile: { id: "id", name: "nickname", image: ({ image, avatar }) => valueAt(image, "x160") || avatar },
  emailTrust: "none",
  docs: { email: "The API returns no address." },
})

export default Shikimori
