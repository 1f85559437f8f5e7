import { RateLimiterMemory } from "rate-limiter-flexible"
import { describe, expect, test } from "vitest"
import type { Adapter } from "../adapters/contract.ts"
import { MemoryAdapter } from "../adapters/memory.ts"
import { Auth, createAuth } from "../auth.ts"
import type { AuthConfig } from "./types.ts"
import type { RateLimitOptions } from "./rate-limit-options.ts"
import { fakeIssuer } from "../testing/fake-issuer.ts"
import { mailbox } from "../testing/mailbox.ts"
import { ADA, passwordConfig } from "../testing/password-service.ts"
import { cookieClient } from "../testing/cookie-client.ts"

const env = { AUTH_URL: "https://app.test/auth", NODE_ENV: "production" }
const SESSION = "__Host-latchkit.session-token"

/** What adapters of others have: none of the operations beyond the nineteen. */
function plainAdapter(): Adapter {
  const { increment: _, claimOnce: __, transaction: ___, ...plain } = MemoryAdapter()
  return plain
}

/** A service whose configuration is an object of its own for each request, as a function of a request makes it. */
const createFreshService = (config: AuthConfig) => createAuth(() => ({ ...config }), { env })

describe("a configuration that is made anew for each request", () => {
  test("attack 171: counts passwords on", async () => {
    const auth = createFreshService(passwordConfig())
    const eve = cookieClient({ handle: (request) => auth.handle(request, { address: "203.0.113.7" }) })
    for (let turn = 0; turn < 20; turn++) await eve.signInWith("credentials", { ...ADA, password: `${turn}` })
    expect((await eve.signInWith("credentials", ADA)).status).toBe(429)
    expect(eve.cookie(SESSION)).toBeUndefined()
  })

  test("attack 171: counts passwords on where it is handed over with each request", async () => {
    const secret = crypto.randomUUID() // of this test alone: what is counted stays with the process
    const eve = cookieClient({
      handle: (request) => Auth(request, passwordConfig({ secret, rateLimit: {}, trustHost: true })),
    })
    for (let turn = 0; turn < 50; turn++) await eve.signInWith("credentials", { ...ADA, password: `${turn}` })
    expect((await eve.signInWith("credentials", ADA)).status).toBe(429)
  })

  test("attack 171: counts passwords on with a limiter of its own that counts in memory", async () => {
    const store: RateLimitOptions["store"] = (options) => new RateLimiterMemory(options)
    const auth = createAuth(() => passwordConfig({ rateLimit: { store } }), { env })
    const eve = cookieClient({ handle: (request) => auth.handle(request, { address: "203.0.113.7" }) })
    for (let turn = 0; turn < 20; turn++) await eve.signInWith("credentials", { ...ADA, password: `${turn}` })
    expect((await eve.signInWith("credentials", ADA)).status).toBe(429)
    expect(eve.cookie(SESSION)).toBeUndefined()
  })

  test("attack 171: lets nobody try a mail's code for ever", async () => {
    const { mail, newest } = mailbox()
    const email = { ...mail, sendsCode: true }
    const eve = cookieClient(
      createFreshService({ ...passwordConfig({ adapter: plainAdapter(), rateLimit: false }), providers: [email] }),
    )
    await eve.post("/signin/email", { csrfToken: await eve.csrfToken(), email: "ada@example.com" })
    const csrfToken = await eve.csrfToken()
    for (let turn = 0; turn < 5; turn++) await eve.post("/callback/email", { csrfToken, code: "x" })
    await eve.post("/callback/email", { csrfToken, code: newest().code ?? "" })
    expect(eve.cookie(SESSION)).toBeUndefined()
  })

  test("attack 69, attack 114: uses up a sign-in once, and asks its provider what it is once", async () => {
    const issuer = await fakeIssuer()
    const { issuer: address, fetch } = issuer
    const acme = {
      id: "acme",
      name: "Acme",
      type: "oidc",
      issuer: address,
      clientId: "client",
      clientSecret: "s",
    } as const
    const auth = createFreshService({ ...passwordConfig({ fetch }), providers: [acme] })
    const ada = cookieClient(auth)
    const started = await ada.post("/signin/acme", { csrfToken: await ada.csrfToken() })
    const answer = `/callback/acme?${issuer.authorize(started.headers.get("location") ?? "")}`
    const thief = cookieClient(auth, new Map(ada.jar))
    await ada.get(answer)
    expect(ada.cookie(SESSION)).toBeDefined()
    await thief.get(answer)
    expect(issuer.requests.map(({ url }) => url.replace(address, ""))).toEqual([
      "/.well-known/openid-configuration",
      "/token",
      "/jwks",
    ])
  })

  test("attack 205: and tenants with secrets of their own never count for each other", async () => {
    const auth = createAuth(
      (request) => passwordConfig({ secret: (request?.headers.get("x-tenant") ?? "").repeat(40) }),
      { env },
    )
    const at = (tenant: string) => {
      const eve = cookieClient({ handle: (request) => auth.handle(request, { address: "203.0.113.7" }) })
      const headers = { "x-tenant": tenant }
      return async (password: string) => {
        const { csrfToken } = (await (await eve.get("/csrf", headers)).json()) as { csrfToken: string } // what the wire says
        return eve.post("/callback/credentials", { ...ADA, csrfToken, password }, headers)
      }
    }
    const [a, b] = [at("a"), at("b")]
    for (let turn = 0; turn < 21; turn++) await a("wrong")
    expect([(await a(ADA.password)).status, (await b(ADA.password)).status]).toEqual([429, 302])
  })
})
