import { markOpenstreetmap } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with OpenStreetMap. Register the redirect URI `https://your.site/auth/callback/openstreetmap`, and set
 * `AUTH_OPENSTREETMAP_ID` and `AUTH_OPENSTREETMAP_SECRET`.
 *
 * @see https://wiki.openstreetmap.org/wiki/OAuth
 */
export const OpenStreetMap = oauth("openstreetmap", "OpenStreetMap", {
  mark: markOpenstreetmap,
  authorization: "https://www.openstreetmap.org/oauth2/authorize",
  token: "https://www.openstreetmap.org/oauth2/token",
  userinfo: "https://api.openstreetmap.org/api/0.6/user/details.json",
  scopes: "read_prefs",
  unwrap: "user",
  profile: { id: "id", name: "display_name", image: "img.href" },
  emailTrust: "none",
  docs: { email: "The address needs a scope that OpenStreetMap reserves for itself." },
})

export default OpenStreetMap
