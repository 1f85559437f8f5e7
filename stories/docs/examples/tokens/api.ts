import { getToken } from "latchkit/jwt"

/** An API on another server. */
export async function api(request: Request): Promise<Response> {
  const token = await getToken({ req: request, bearer: true, site: "https://app.test" })
  if (!token) return new Response("Unauthorized", { status: 401 })
  return Response.json({ hello: token.name })
}
