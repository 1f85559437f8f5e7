import { oauth } from "../define.ts"
import { optional } from "../rows.ts"

/** @see https://docs.foursquare.com/developer/reference/v2-authentication */
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
    name: "`{firstName} {lastName}`",
    email: "contact.email",
    image: "`{photo.prefix!}original{photo.suffix!}`",
  },
  deprecated: "Legacy v2 API; projects created after 2021-11-18 are on newer APIs.",
})
