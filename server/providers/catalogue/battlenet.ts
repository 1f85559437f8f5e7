import { oidc } from "../define.ts"
import { optional } from "../rows.ts"

/**
 * China is a separate account system; ids can clash.
 *
 * @see https://develop.battle.net/documentation/guides/using-oauth
 */
export const BattleNet = oidc("battlenet", "Battle.net", {
  options: { issuer: optional("https://oauth.battlenet.com.cn for China", "https://oauth.battle.net") },
  issuer: "{issuer}",
  scopes: "openid",
  nonce: false,
  profile: { name: "battle_tag|battletag", email: null, emailVerified: null, image: null },
})
