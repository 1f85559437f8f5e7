import { getToken } from "latchkit/jwt"

/** Calls the API from your site's server, for the user of a request. */
export async function callApi(request: Request): Promise<Response> {
  const token = await getToken({ req: request, raw: true })
  return fetch("https://api.app.test/", { headers: { authorization: `Bearer ${token}` } })
}
