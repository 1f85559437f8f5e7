import { markGitea } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { optionalOption } from "../rows.ts"

/**
 * Signs in with Gitea. Register the redirect URI `https://your.site/auth/callback/gitea`, and set `AUTH_GITEA_ID` and
 * `AUTH_GITEA_SECRET`.
 *
 * @see https://docs.gitea.com/development/oauth2-provider
 */
export const Gitea = oauth("gitea", "Gitea", {
  mark: markGitea,
  options: { baseUrl: optionalOption("Instance base URL", "https://gitea.com") },
  authorization: "{baseUrl}/login/oauth/authorize",
  token: "{baseUrl}/login/oauth/access_token",
  userinfo: "{baseUrl}/api/v1/user",
  scopes: "read:user",
  profile: { id: "id", name: ({ full_name, login }) => full_name || login, email: "email", image: "avatar_url" },
  emailTrust: "idp",
  docs: {
    email: "Its administrators decide whether users must confirm an address, and the API has no flag.",
    selfHosted: true,
  },
})

export default Gitea
