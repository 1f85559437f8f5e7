import { OIDC } from "latchkit/providers"
import { createAuth, defineConfig } from "latchkit/server"

export const config = defineConfig({
  secret: "only-for-tests-and-at-least-32-long",
  providers: [
    OIDC({
      id: "acme",
      issuer: "https://issuer.test",
      clientId: "client",
      clientSecret: "s",
    }),
  ],
})

/** The app under test: a page that greets the user. */
export function appWith(more: Partial<typeof config> = {}) {
  const auth = createAuth({ ...config, ...more }, { env: { AUTH_URL: "https://app.test" } })
  async function page(request: Request): Promise<Response> {
    const session = await auth.getSession(request)
    if (!session) return new Response("Sign in first", { status: 401 })
    return new Response(`Hello ${session.user?.name}`)
  }
  return { auth, page }
}
