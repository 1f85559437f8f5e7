import { markGithub } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import { findIn } from "../fields.ts"
import type { MappingContext } from "../mapping.ts"
import { optionalOption } from "../rows.ts"
import { githubEndpoints } from "../quirks/endpoints.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A part of what GitHub sends about a user. */
export interface GitHubEmail {
  email: string
  primary: boolean
  verified: boolean
  visibility: "public" | "private"
}

/** A user's profile at GitHub. Its other fields are untyped. */
export interface GitHubProfile extends UntypedProfile {
  login: string
  id: number
  node_id: string
  avatar_url: string
  gravatar_id: string | null
  url: string
  html_url: string
  followers_url: string
  following_url: string
  gists_url: string
  starred_url: string
  subscriptions_url: string
  organizations_url: string
  repos_url: string
  events_url: string
  received_events_url: string
  type: string
  site_admin: boolean
  name: string | null
  company: string | null
  blog: string | null
  location: string | null
  email: string | null
  hireable: boolean | null
  bio: string | null
  twitter_username?: string | null
  public_repos: number
  public_gists: number
  followers: number
  following: number
  created_at: string
  updated_at: string
  private_gists?: number
  total_private_repos?: number
  owned_private_repos?: number
  disk_usage?: number
  suspended_at?: string | null
  collaborators?: number
  two_factor_authentication: boolean
  plan?: { collaborators: number; name: string; space: number; private_repos: number }
}

/** Returns the user's primary address if GitHub verified it. */
const verified = ({ emails }: MappingContext["extra"]) =>
  findIn(emails, (entry) => entry["primary"] === true && entry["verified"] === true)?.["email"]

/**
 * Signs in with GitHub. Register the redirect URI `https://your.site/auth/callback/github`, and set `AUTH_GITHUB_ID`
 * and `AUTH_GITHUB_SECRET`.
 *
 * @see https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 */
export const GitHub = oauthWith<GitHubProfile>()("github", "GitHub", {
  mark: markGithub,
  options: {
    baseUrl: optionalOption("Origin of a GitHub Enterprise Server", "https://github.com"),
    apiBaseUrl: optionalOption("Base of the API, where it is not the usual one of that host"),
    enterprise: optionalOption<{ baseUrl?: string | undefined }>(
      "`{ baseUrl }`, as in Auth.js. It wins over the option `baseUrl`",
      undefined,
      { baseUrl: true },
    ),
  },
  derive: githubEndpoints,
  scopes: "read:user user:email",
  profile: {
    id: "id",
    name: ({ name, login }) => name || login,
    email: ({ email }, { extra }) => verified(extra) || email,
    emailVerified: (_, { extra }) => Boolean(verified(extra)),
    image: "avatar_url",
  },
  emailTrust: "claim",
  docs: {
    email:
      "`verified` of the primary address: the user opened a link that GitHub emailed. Any other `baseUrl` is `idp`: its administrators decide.",
  },
})

export default GitHub
