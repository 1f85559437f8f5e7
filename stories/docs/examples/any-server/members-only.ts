import { auth } from "../auth.ts"

export async function journal(request: Request): Promise<Response> {
  const session = await auth.getSession(request)
  if (!session) {
    const { pathname, search } = new URL(request.url)
    const query = new URLSearchParams({ callbackUrl: pathname + search })
    return new Response(null, {
      status: 303,
      headers: { location: `/auth/signin?${query}` },
    })
  }
  return new Response(`The journal of ${session.user?.name}`, {
    headers: { "cache-control": "private, no-store" }, // the back button shows nothing after a sign-out
  })
}
