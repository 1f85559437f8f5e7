import { oauth } from "../define.ts"
import { optional } from "../rows.ts"

/** @see https://docs.gitea.com/development/oauth2-provider */
export const Gitea = oauth("gitea", "Gitea", {
  options: { baseUrl: optional("Instance base URL", "https://gitea.com") },
  authorization: "{baseUrl}/login/oauth/authorize",
  token: "{baseUrl}/login/oauth/access_token",
  userinfo: "{baseUrl}/api/v1/user",
  scopes: "read:user",
  profile: { id: "id", name: "full_name|login", email: "email", image: "avatar_url" },
})
