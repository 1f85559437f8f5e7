import { oauth } from "../define.ts"
import { alsoIssuedBy } from "../quirks/issuers.ts"

/**
 * The account is one character; owner hash changes when a character is sold.
 *
 * @see https://developers.eveonline.com/docs/services/sso/
 */
export const EVEOnline = oauth("eveonline", "EVE Online", {
  jwks: "https://login.eveonline.com/oauth/jwks",
  authorization: "https://login.eveonline.com/v2/oauth/authorize",
  token: "https://login.eveonline.com/v2/oauth/token",
  scopes: "publicData",
  pkce: false,
  profileSource: "access_token_jwt",
  profile: {
    id: "sub~^CHARACTER:EVE:(\\d+)$",
    name: "name",
    image: "`https://images.evetech.net/characters/{sub~^CHARACTER:EVE:(\\d+)$!}/portrait?size=128`",
  },
  issuer: "https://login.eveonline.com",
  acceptsIssuer: alsoIssuedBy("login.eveonline.com"),
})
