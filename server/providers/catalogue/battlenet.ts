import { markBattlenet } from "../../../components/view/marks/marks.generated.ts"
import { oidcWith } from "../define.ts"
import { optionalOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Battle.net. Its other fields are untyped. */
export interface BattleNetProfile extends UntypedProfile {
  sub: string
  battle_tag: string
}

/** A part of what Battle.net sends about a user. */
export type BattleNetIssuer =
  | "https://oauth.battle.net"
  | "https://oauth.battlenet.com.cn"
  | "https://www.battlenet.com.cn/oauth"
  | `https://${"us" | "eu" | "kr" | "tw"}.battle.net/oauth`

/**
 * Signs in with Battle.net. Register the redirect URI `https://your.site/auth/callback/battlenet`, and set
 * `AUTH_BATTLENET_ID` and `AUTH_BATTLENET_SECRET`. China is a separate account system whose ids can clash: give it a
 * provider with its own `id`.
 *
 * @see https://develop.battle.net/documentation/guides/using-oauth
 */
export const BattleNet = oidcWith<BattleNetProfile>()("battlenet", "Battle.net", {
  mark: markBattlenet,
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
