import { oauth } from "../define.ts"
import { at, joined } from "../fields.ts"
import { optional } from "../rows.ts"

/**
 * Signs in with Foursquare. Register the redirect URI `https://your.site/auth/callback/foursquare`, and set
 * `AUTH_FOURSQUARE_ID` and `AUTH_FOURSQUARE_SECRET`.
 *
 * @see https://docs.foursquare.com/developer/reference/v2-authentication
 */
export const Foursquare = oauth("foursquare", "Foursquare", {
  options: { apiVersion: optional("V parameter (YYYYMMDD)", "20230131") },
  authorization: "https://foursquare.com/oauth2/authenticate",
  token: "https://foursquare.com/oauth2/access_token",
  userinfo: {
    url: "https://api.foursquare.com/v2/users/self",
    auth: { in: "query", name: "oauth_token", scheme: null },
    params: { v: "{apiVersion}" },
  },
  unwrap: "response.user",
  profile: {
    id: "id",
    name: ({ firstName, lastName }) => joined(firstName, lastName),
    email: "contact.email",
    image: ({ photo }) =>
      at(photo, "prefix") && at(photo, "suffix") && `${at(photo, "prefix")}original${at(photo, "suffix")}`,
  },
  deprecated: "Legacy v2 API; projects created after 2021-11-18 are on newer APIs.",
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Foursquare
