import { markRoblox } from "../../../components/view/marks/marks.generated.ts"
import { oidcWith } from "../define.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Roblox. Its other fields are untyped. */
export interface RobloxProfile extends UntypedProfile {
  sub: string
  name: string
  nickname: string
  preferred_username: string
  created_at: number
  profile: string
  picture: string | null
}

/**
 * Signs in with Roblox. Register the redirect URI `https://your.site/auth/callback/roblox`, and set `AUTH_ROBLOX_ID`
 * and `AUTH_ROBLOX_SECRET`.
 *
 * @see https://create.roblox.com/docs/cloud/auth/oauth2-overview
 */
export const Roblox = oidcWith<RobloxProfile>()("roblox", "Roblox", {
  mark: markRoblox,
  issuer: "https://apis.roblox.com/oauth/",
  scopes: "openid profile",
  nonce: false,
  profile: {
    name: ({ name, nickname, preferred_username }) => name || nickname || preferred_username,
    email: null,
    emailVerified: null,
  },
  emailTrust: "none",
  docs: { email: "The API returns no address." },
})

export default Roblox
