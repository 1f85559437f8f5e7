import { oauthWith } from "../define.ts"
import type { Profile } from "../profile-types.ts"
import { alsoIssuedBy } from "../quirks/issuers.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at EVE Online. Its other fields are untyped. */
export interface EVEOnlineProfile extends UntypedProfile {
  CharacterID: number
  CharacterName: string
  ExpiresOn: string
  Scopes: string
  TokenType: string
  CharacterOwnerHash: string
  IntellectualProperty: string
}

const characterId = ({ sub }: Profile) => /^CHARACTER:EVE:(\d+)$/.exec(sub ?? "")?.[1]

/**
 * Signs in with EVE Online. Register the redirect URI `https://your.site/auth/callback/eveonline`, and set
 * `AUTH_EVEONLINE_ID` and `AUTH_EVEONLINE_SECRET`. An account is one character of one owner. `sub` ends with the
 * character id.
 *
 * @see https://developers.eveonline.com/docs/services/sso/
 */
export const EVEOnline = oauthWith<EVEOnlineProfile>()("eveonline", "EVE Online", {
  jwks: "https://login.eveonline.com/oauth/jwks",
  authorization: "https://login.eveonline.com/v2/oauth/authorize",
  token: "https://login.eveonline.com/v2/oauth/token",
  scopes: "publicData",
  pkce: false,
  profileSource: "access_token_jwt",
  profile: {
    id: "owner",
    name: "name",
    image: (profile) =>
      characterId(profile) && `https://images.evetech.net/characters/${characterId(profile)}/portrait?size=128`,
  },
  issuer: "https://login.eveonline.com",
  acceptsIssuer: alsoIssuedBy("login.eveonline.com"),
  emailTrust: "none",
  hasOtherId: true,
  docs: {
    email: "The API returns no address.",
    id: "The owner hash. It changes when a character is transferred to another account, the character id doesn't.",
  },
})

export default EVEOnline
