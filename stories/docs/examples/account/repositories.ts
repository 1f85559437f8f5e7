import { auth } from "../database/sqlite.ts"

/** Lists the user's repositories. Throws `RefreshTokenError` if there is no valid token. */
export async function repositories(request: Request): Promise<Response> {
  const { accessToken } = await auth.getAccessToken(request, "github")
  const headers = { authorization: `Bearer ${accessToken}` }
  return fetch("https://api.github.com/user/repos", { headers })
}
