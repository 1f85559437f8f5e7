import { describe, expect, test } from "vitest"
import { createAuth } from "../../service/auth.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { GitHub } from "../../providers/catalogue/github.ts"
import type { Fetch, Provider } from "../../providers/types.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const CLIENT = { clientId: "client", clientSecret: "secret" }
const SERVER = "https://git.acme.test"
const ENDPOINTS = {
  authorization: `${SERVER}/login/oauth/authorize`,
  token: `${SERVER}/login/oauth/access_token`,
  userinfo: `${SERVER}/api/v3/user`,
}
const ACCOUNT = { id: 7, login: "ada", name: "Ada", email: "ada@acme.test" }

// next-auth 4 had no other way to name a GitHub Enterprise Server
describe.each<[string, () => Provider]>([
  ["as options", () => GitHub({ ...CLIENT, ...ENDPOINTS })],
  ["beside the function", () => ({ ...GitHub(CLIENT), ...ENDPOINTS })],
])("a provider whose endpoints an app names %s", (_, provider) => {
  test("sends the access token to no other server, and its addresses aren't verified", async () => {
    const requested: string[] = []
    const fetch: Fetch = async (input, init) => {
      const { url } = new Request(input, init)
      requested.push(url)
      if (url === ENDPOINTS.token) return Response.json({ access_token: "a", token_type: "bearer" })
      if (url === ENDPOINTS.userinfo) return Response.json(ACCOUNT)
      return Response.json([{ email: ACCOUNT.email, primary: true, verified: true }])
    }
    const seen: unknown[] = []
    const auth = createAuth(
      {
        providers: [provider()],
        adapter: MemoryAdapter(),
        secret: "s".repeat(32),
        fetch,
        callbacks: { signIn: ({ emailVerified }) => Boolean(seen.push(emailVerified)) },
      },
      { env: { AUTH_URL: "https://app.test/auth" } },
    )
    const browser = cookieClient(auth)
    const start = await browser.post("/signin/github", { csrfToken: await browser.csrfToken() })
    const state = new URL(start.headers.get("location") ?? "").searchParams.get("state") ?? ""
    await browser.get(`/callback/github?code=1&state=${state}`)
    expect(await (await browser.get("/session")).json()).toMatchObject({ user: { email: ACCOUNT.email } })
    expect(requested).toEqual([ENDPOINTS.token, ENDPOINTS.userinfo])
    expect(seen).toEqual([false])
  })
})
