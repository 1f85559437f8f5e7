import { createServer } from "node:http"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { MemoryAdapter } from "../../server/adapters/memory.ts"
import { createAuth } from "../../server/service/auth.ts"
import { OIDC } from "../../server/providers/index.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { freePort } from "../databases/processes.ts"
import { HAS_GLEWLWYD, startGlewlwyd, type Glewlwyd, type GlewlwydClient } from "../idp/glewlwyd.ts"

const ADA = { username: "ada", password: "correct horse", name: "Ada Lovelace", email: "ada@example.com" }
const logged: string[] = []
const isSkipped = !HAS_GLEWLWYD && !process.env["CI"]
if (isSkipped) console.warn("SKIPPED: sign-in with Glewlwyd, which is not installed here")

/** An OpenID provider that shares no code with Latchkit or its libraries. */
describe.skipIf(isSkipped)("with Glewlwyd, from Debian", () => {
  let provider: Glewlwyd
  let auth: ReturnType<typeof createApp>
  let client: GlewlwydClient
  let base: string
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const { method = "GET", headers, url } = incoming
      const body = method === "POST" ? Buffer.concat(await incoming.toArray()) : null
      const request = new Request(new URL(url ?? "", base), { method, headers: headers as HeadersInit, body })
      const response = await auth.handle(request)
      outgoing.writeHead(response.status).end(await response.text())
    })()
  })

  beforeAll(async () => {
    const port = await freePort()
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
    base = `http://127.0.0.1:${port}/auth`
    client = {
      client_id: "acme",
      client_secret: "s".repeat(43),
      redirect_uri: [`${base}/callback/glewlwyd`],
      post_logout_redirect_uris: [`${base}/signout/glewlwyd`],
      backchannel_logout_uri: `${base}/backchannel-logout/glewlwyd`,
    }
    provider = await startGlewlwyd([client], [ADA])
    auth = createApp(provider.issuer, client, base)
  })
  afterAll(async () => {
    server.close()
    await provider.stop()
  })

  async function signIn() {
    const browser = cookieClient(auth, new Map(), base)
    const started = await browser.post("/signin/glewlwyd", {
      csrfToken: await browser.csrfToken(),
      callbackUrl: "/keys",
    })
    const returned = await provider.authorize(started.headers.get("location") ?? "", ADA, client)
    const finished = await browser.get(returned.href)
    return { browser, finished }
  }

  test("signs a user in, with the claims of the ID token or the userinfo endpoint", async () => {
    const { browser, finished } = await signIn()
    expect(finished.headers.get("location")).toBe(new URL("/keys", base).href)
    expect(await auth.getSession(browser.request("/"))).toMatchObject({
      user: { name: "Ada Lovelace", email: "ada@example.com" },
    })
  })

  test("signs the same user in again", async () => {
    const [first, second] = [await signIn(), await signIn()]
    const [one, other] = await Promise.all([first, second].map(({ browser }) => auth.getSession(browser.request("/"))))
    expect(one?.user).toEqual(other?.user)
  })

  test("refreshes the access token, and keeps the refresh token that replaces the last one", async () => {
    const { browser } = await signIn()
    const first = await auth.getAccessToken(browser.request("/"), "glewlwyd")
    const second = await auth.getAccessToken(browser.request("/"), "glewlwyd")
    expect(second.accessToken).not.toBe(first.accessToken)
    const userinfo = await fetch(`${provider.issuer}/userinfo`, {
      headers: { authorization: `Bearer ${second.accessToken}` },
    })
    expect(await userinfo.json()).toMatchObject({ email: "ada@example.com" })
  })

  test("a sign-out leads to the provider and back", async () => {
    const { browser } = await signIn()
    const left = await browser.post("/signout", { csrfToken: await browser.csrfToken(), callbackUrl: "/bye" })
    const started = await browser.get(left.headers.get("location") ?? "")
    const returned = await provider.endSession(started.headers.get("location") ?? "")
    const finished = await browser.get(returned.href)
    expect(finished.headers.get("location")).toBe(new URL("/bye", base).href)
    expect(await auth.getSession(browser.request("/"))).toBeNull()
  })

  test("rejects its logout token, which has no `exp`, and says so", async () => {
    const [{ browser }, other] = [await signIn(), await signIn()]
    logged.length = 0
    const left = await other.browser.post("/signout", { csrfToken: await other.browser.csrfToken() })
    const started = await other.browser.get(left.headers.get("location") ?? "")
    await provider.endSession(started.headers.get("location") ?? "")
    // Back-Channel Logout 1.0 requires it, and Glewlwyd implements an earlier draft
    await expect.poll(() => logged.join()).toContain('missing required "exp" claim')
    expect(await auth.getSession(browser.request("/"))).not.toBeNull()
  })
})

function createApp(issuer: string, { client_id, client_secret }: GlewlwydClient, base: string) {
  return createAuth(
    {
      secret: "a secret of at least thirty-two characters",
      adapter: MemoryAdapter(),
      session: { strategy: "database" },
      rateLimit: false,
      logger: { error: (error) => logged.push(error.message) },
      providers: [
        OIDC({
          id: "glewlwyd",
          name: "Glewlwyd",
          issuer,
          clientId: client_id,
          clientSecret: client_secret,
          endSession: true,
          backchannelLogout: true,
        }),
      ],
    },
    { env: { AUTH_URL: base } },
  )
}
