import { markFoursquare } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { valueAt, joinText } from "../fields.ts"
import { optionalOption } from "../rows.ts"

/**
 * Signs in with Foursquare. Register the redirect URI `https://your.site/auth/callback/foursquare`, and set
 * `AUTH_FOURSQUARE_ID` and `AUTH_FOURSQUARE_SECRET`.
 *
 * @see https://docs.foursquare.com/developer/reference/v2-authentication
 */
export const Foursquare = oauth("foursquare", "Foursquare", {
  mark: markFoursquare,
  options: { apiVersion: optionalOption("V parameter (YYYYMMDD)", "20230131") },
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
    name: ({ firstName, lastName }) => joinText(firstName, lastName),
    email: "contact.email",
    image: ({ photo }) =>
      valueAt(photo, "prefix") &&
      valueAt(photo, "suffix") &&
      `${valueAt(photo, "prefix")}original${valueAt(photo, "suffix")}`,
  },
  deprecated: "Legacy v2 API; projects created after 2021-11-18 are on newer APIs.",
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Foursquare
