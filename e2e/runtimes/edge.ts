import { getToken } from "../../server/jwt.ts"
import { createAuth } from "../../server/index.ts"
import { loadEngine, loadHelpers } from "../../server/sign-in/passkey/engine.ts"
import { passwordConfig } from "../../server/testing/password-service.ts"

const auth = createAuth(passwordConfig({ secret: undefined }))

/** A middleware that serves the endpoints, and returns the session and the token. */
export async function middleware(request: Request): Promise<Response> {
  if (new URL(request.url).pathname.startsWith("/auth/")) return auth.handle(request)
  if (new URL(request.url).pathname === "/passkeys") {
    const results = await Promise.allSettled([loadEngine(), loadHelpers()])
    return Response.json(results.map((result) => result.status === "rejected" && String(result.reason)))
  }
  const [session, token] = await Promise.all([auth.getSession(request), getToken({ req: request })])
  return Response.json({ session, token })
}
