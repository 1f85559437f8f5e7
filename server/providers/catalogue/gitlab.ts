import { oauth } from "../define.ts"
import { isDate } from "../fields.ts"
import { optionalOption } from "../rows.ts"

/**
 * Signs in with GitLab. Register the redirect URI `https://your.site/auth/callback/gitlab`, and set `AUTH_GITLAB_ID`
 * and `AUTH_GITLAB_SECRET`.
 *
 * @see https://docs.gitlab.com/api/oauth2/
 */
export const GitLab = oauth("gitlab", "GitLab", {
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
