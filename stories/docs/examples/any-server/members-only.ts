import { auth } from "./auth.ts"

export async function journal(request: Request): Promise<Response> {
  const { session, headers, response } = await auth.requireSession(request)
  if (response) return response
  return new Response(`The journal of ${session.user?.name}`, { headers })
}
