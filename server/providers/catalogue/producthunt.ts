import { markProducthunt } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Product Hunt. Register the redirect URI `https://your.site/auth/callback/producthunt`, and set
 * `AUTH_PRODUCTHUNT_ID` and `AUTH_PRODUCTHUNT_SECRET`.
 *
 * @see https://api.producthunt.com/v2/docs
 */
export const ProductHunt = oauth("producthunt", "Product Hunt", {
  mark: markProducthunt,
  authorization: "https://api.producthunt.com/v2/oauth/authorize",
  token: "https://api.producthunt.com/v2/oauth/token",
  userinfo: {
    url: "https://api.producthunt.com/v2/api/graphql",
    method: "POST",
    body: { query: "{ viewer { user { id name username profileImage } } }" },
    bodyFormat: "json",
  },
  scopes: "public private",
  pkce: false,
  clientAuth: "post",
  unwrap: "data.viewer.user",
  profile: { id: "id", name: ({ name, username }) => name || username, image: "profileImage" },
  emailTrust: "none",
  docs: { email: "The API returns no address." },
})

export default ProductHunt
