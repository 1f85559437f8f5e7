import { getToken } from "../../server/jwt.ts"
import { MemoryAdapter } from "../../server/adapters/memory.ts"
import { createAuth } from "../../server/index.ts"
import { Passkey } from "../../server/providers/passkey.ts"
import { passwordConfig } from "../../server/test-kit/password-service.ts"

const adapter = MemoryAdapter()
const ada = adapter.createUser({ id: "1", name: "Ada", email: "ada@example.com", emailVerified: null })
const { providers, ...config } = passwordConfig({ secret: undefined })
const auth = createAuth({
  ...config,
  adapter,
  session: { strategy: "jwt" },
  providers: [...providers, Passkey()],
})

/** A middleware that serves the endpoints, and returns the session and the token. */
export async function middleware(request: Request): Promise<Response> {
  await ada
  if (new URL(request.url).pathname.startsWith("/auth/")) return auth.handle(request)
  const [session, token] = await Promise.all([auth.getSession(request), getToken({ req: request })])
  return Response.json({ session, token })
}
