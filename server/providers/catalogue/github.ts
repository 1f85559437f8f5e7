import { oauth } from "../define.ts"
import { optional } from "../rows.ts"
import { githubApi } from "../quirks/endpoints.ts"

/** @see https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
export const GitHub = oauth("github", "GitHub", {
  options: {
    baseUrl: optional("Origin of a GitHub Enterprise Server", "https://github.com"),
    apiBaseUrl: optional("Base of the API, where it is not the usual one of that host"),
  },
  issuer: "{baseUrl}/login/oauth",
  authorization: "{baseUrl}/login/oauth/authorize",
  token: "{baseUrl}/login/oauth/access_token",
  derive: githubApi,
  scopes: "read:user user:email",
  profile: {
    id: "id",
    name: "name|login",
    email: "$extra.emails[?primary&verified].email|email",
    emailVerified: "$extra.emails[?primary].verified",
    image: "avatar_url",
  },
})
