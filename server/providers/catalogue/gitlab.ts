import { oauth } from "../define.ts"
import { optional } from "../rows.ts"

/** @see https://docs.gitlab.com/api/oauth2/ */
export const GitLab = oauth("gitlab", "GitLab", {
  options: { baseUrl: optional("Self-managed instance", "https://gitlab.com") },
  authorization: "{baseUrl}/oauth/authorize",
  token: "{baseUrl}/oauth/token",
  userinfo: "{baseUrl}/api/v4/user",
  scopes: "read_user",
  profile: { id: "id", name: "name|username", email: "email", emailVerified: "confirmed_at", image: "avatar_url" },
  refusal: "state!=active",
})
