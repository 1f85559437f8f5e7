import { auth } from "./auth.ts"

export async function respond(request: Request): Promise<Response> {
  if (await auth.isUnderBasePath(request)) return auth.handle(request) // everything below /auth

  const session = await auth.getSession(request)
  return new Response(session ? `Hello ${session.user?.name}` : "Hello stranger")
}
