import { markAtlassian } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Atlassian. Its other fields are untyped. */
export interface AtlassianProfile extends UntypedProfile {
  account_id: string
  name: string
  email: string
  picture: string
}

/**
 * Signs in with Atlassian. Register the redirect URI `https://your.site/auth/callback/atlassian`, and set
 * `AUTH_ATLASSIAN_ID` and `AUTH_ATLASSIAN_SECRET`.
 *
 * @see https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/
 */
export const Atlassian = oauthWith<AtlassianProfile>()("atlassian", "Atlassian", {
  mark: markAtlassian,
  authorization: {
    url: "https://auth.atlassian.com/authorize",
    params: { audience: "api.atlassian.com", prompt: "consent" },
  },
  token: "https://auth.atlassian.com/oauth/token",
  userinfo: "https://api.atlassian.com/me",
  scopes: "read:me",
  pkce: false,
  clientAuth: "post",
  profile: {
    id: "account_id",
    name: ({ name, nickname }) => name || nickname,
    email: "email",
    emailVerified: "email_verified",
    image: "picture",
  },
  emailTrust: "claim",
  docs: {
    email:
      "Atlassian emails a link before `email_verified` is true. Companies manage accounts only of domains that they proved.",
  },
})

export default Atlassian
