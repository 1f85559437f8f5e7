import { oauth } from "../define.ts"
import { valueAt } from "../fields.ts"

/**
 * Signs in with start.gg. Register the redirect URI `https://your.site/auth/callback/startgg`, and set
 * `AUTH_STARTGG_ID` and `AUTH_STARTGG_SECRET`.
 *
 * @see https://developer.start.gg/docs/oauth/oauth-overview
 */
export const StartGG = oauth("startgg", "start.gg", {
  authorization: "https://start.gg/oauth/authorize",
  token: { url: "https://api.start.gg/oauth/access_token", params: { scope: "user.identity user.email" } },
  userinfo: {
    url: "https://api.start.gg/gql/alpha",
    method: "POST",
    body: { query: '{ currentUser { id slug email name player { gamerTag } images(type: "profile") { url } } }' },
    bodyFormat: "json",
  },
  scopes: "user.identity user.email",
  pkce: false,
  clientAuth: "post",
  unwrap: "data.currentUser",
  profile: {
    id: "id",
    name: ({ player, name }) => valueAt(player, "gamerTag") || name,
    email: "email",
    image: "images[0].url",
  },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default StartGG
