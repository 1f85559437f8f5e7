import { markGitlab } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import { isDate } from "../fields.ts"
import { optionalOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at GitLab. Its other fields are untyped. */
export interface GitLabProfile extends UntypedProfile {
  id: number
  username: string
  email: string
  name: string
  state: string
  avatar_url: string
  web_url: string
  created_at: string
  bio: string
  location?: string
  public_email: string
  skype: string
  linkedin: string
  twitter: string
  website_url: string
  organization: string
  job_title: string
  pronouns: string
  bot: boolean
  work_information?: string
  followers: number
  following: number
  local_time: string
  last_sign_in_at: string
  confirmed_at: string
  theme_id: number
  last_activity_on: string
  color_scheme_id: number
  projects_limit: number
  current_sign_in_at: string
  identities: Array<{ provider: string; extern_uid: string }>
  can_create_group: boolean
  can_create_project: boolean
  two_factor_enabled: boolean
  external: boolean
  private_profile: boolean
  commit_email: string
  shared_runners_minutes_limit: number
  extra_shared_runners_minutes_limit: number
}

/**
 * Signs in with GitLab. Register the redirect URI `https://your.site/auth/callback/gitlab`, and set `AUTH_GITLAB_ID`
 * and `AUTH_GITLAB_SECRET`.
 *
 * @see https://docs.gitlab.com/api/oauth2/
 */
export const GitLab = oauthWith<GitLabProfile>()("gitlab", "GitLab", {
  mark: markGitlab,
  options: { baseUrl: optionalOption("Self-managed instance", "https://gitlab.com") },
  authorization: "{baseUrl}/oauth/authorize",
  token: "{baseUrl}/oauth/token",
  userinfo: "{baseUrl}/api/v4/user",
  scopes: "read_user",
  profile: {
    id: "id",
    name: ({ name, username }) => name || username,
    email: "email",
    emailVerified: ({ confirmed_at }) => isDate(confirmed_at),
    image: "avatar_url",
  },
  errorWhen: "state!=active",
  derive: ({ baseUrl }) => (URL.parse(baseUrl ?? "")?.origin === "https://gitlab.com" ? {} : { emailTrust: "idp" }),
  emailTrust: "claim",
  docs: {
    email:
      "`confirmed_at`: the user opened a link that gitlab.com emailed. Any other `baseUrl` is `idp`: it can confirm without proof.",
  },
})

export default GitLab
