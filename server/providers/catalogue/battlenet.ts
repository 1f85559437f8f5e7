import { oidc } from "../define.ts"
import { optionalOption } from "../rows.ts"

/**
 * Signs in with Battle.net. Register the redirect URI `https://your.site/auth/callback/battlenet`, and set
 * `AUTH_BATTLENET_ID` and `AUTH_BATTLENET_SECRET`. China is a separate account system whose ids can clash: give it a
 * provider with its own `id`.
 *
 * @see https://develop.battle.net/documentation/guides/using-oauth
 */
export const BattleNet = oidc("battlenet", "Battle.net", {
  options: { issuer: optionalOption("https://oauth.battlenet.com.cn for China", "https://oauth.battle.net") },
  issuer: "{issuer}",
  scopes: "openid",
  nonce: false,
  profile: {
    name: ({ battle_tag, battletag }) => battle_tag || battletag,
    email: null,
    emailVerified: null,
    image: null,
  },
  emailTrust: "none",
  docs: { email: "The API returns no address." },
})

export default BattleNet
