import { markVimeo } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Vimeo. Register the redirect URI `https://your.site/auth/callback/vimeo`, and set `AUTH_VIMEO_ID` and
 * `AUTH_VIMEO_SECRET`.
 *
 * @see https://developer.vimeo.com/api/authentication
 */
export const Vimeo = oauth("vimeo", "Vimeo", {
  mark: markVimeo,
  authorization: "https://api.vimeo.com/oauth/authorize",
  token: "https://api.vimeo.com/oauth/access_token",
  userinfo: { url: "https://api.vimeo.com/me", headers: { Accept: "application/vnd.vimeo.*+json;version=3.4" } },
  scopes: "public",
  pkce: false,
  profile: { id: ({ uri }) => /^\/users\/(\d+)$/.exec(String(uri))?.[1], name: "name", image: "pictures.base_link" },
  emailTrust: "none",
  docs: { email: "The address needs a scope that Vimeo must approve.", id: "The number at the end of `uri`." },
})

export default Vimeo
