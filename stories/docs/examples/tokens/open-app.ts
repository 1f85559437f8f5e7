import { getToken } from "latchkit/jwt"

/** Sends the session token to your own app, through a verified link that no other app can open. */
export async function openApp(request: Request): Promise<Response> {
  const token = await getToken({ req: request, raw: true })
  if (!token) return new Response("Sign in first", { status: 401 })
  const headers = {
    location: `https://app.acme.example/open#${new URLSearchParams({ token })}`,
    "cache-control": "no-store",
  }
  return new Response(null, { status: 303, headers })
}
