import { oauth } from "../define.ts"
import { optional } from "../rows.ts"

/** @see https://forgejo.org/docs/latest/user/oauth2-provider/ */
export const Forgejo = oauth("forgejo", "Forgejo", {
  options: { baseUrl: optional("Instance base URL", "https://codeberg.org") },
  authorization: "{baseUrl}/login/oauth/authorize",
  token: "{baseUrl}/login/oauth/access_token",
  userinfo: "{baseUrl}/api/v1/user",
  scopes: "read:user",
  profile: { id: "id", name: "full_name|login", email: "email", image: "avatar_url" },
})
