import { oauth } from "../define.ts"

/**
 * Signs in with Medium, for apps that Medium registered while it still did. Register the redirect URI
 * `https://your.site/auth/callback/medium`, and set `AUTH_MEDIUM_ID` and `AUTH_MEDIUM_SECRET`.
 *
 * @see https://github.com/Medium/medium-api-docs
 */
export const Medium = oauth("medium", "Medium", {
  authorization: "https://medium.com/m/oauth/authorize",
  token: "https://api.medium.com/v1/tokens",
  userinfo: "https://api.medium.com/v1/me",
  scopes: "basicProfile",
  pkce: false,
  clientAuth: "post",
  unwrap: "data",
  profile: { id: "id", name: "name", image: "imageUrl" },
  emailTrust: "none",
  docs: { email: "The API returns no address." },
  deprecated: "Medium no longer supports its API and registers no apps.",
})

export default Medium
