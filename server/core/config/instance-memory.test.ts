import { RateLimiterMemory } from "rate-limiter-flexible"
import { describe, expect, test } from "vitest"
import type { Adapter } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import { Auth } from "../../migrate/authjs/core.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { RateLimitOptions } from "./rate-limits.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { mailbox } from "../../test-kit/mailbox.ts"
import { ADA, passwordConfig } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const env = { AUTH_URL: "https://app.test/auth", NODE_ENV: "production" }
const SESSION = "__Host-latchkit.session-token"

/** Returns an adapter with only the nineteen operations of Auth.js. */
function plainAdapter(): Adapter {
  const { increment: _, claimOnce: __, transaction: ___, ...plain } = MemoryAdapter()
  return plain
}

/** Creates a service whose configuration is a new object for each request. */
const createFreshService = (config: AuthConfig) => createAuth(() => ({ ...config }), { env })

describe("a configuration that is created for each request", () => {
  test("keeps counting passwords (threat 171)", async () => {
    const auth = createFreshService(passwordConfig())
    const eve = cookieClient({ handle: (request) => auth.handle(request, { address: "203.0.113.7" }) })
    for (let turn = 0; turn < 20; turn++) await eve.signInWith("credentials", { ...ADA, password: `${turn}` })
    expect((await eve.signInWith("credentials", ADA)).status).toBe(429)
    expect(eve.cookie(SESSION)).toBeUndefined()
  })

  test("keeps counting passwords if the request passes the configuration (threat 171)", async () => {
    const secret = crypto.randomUUID() // unique to this test, because the process keeps the counts
    const eve = cookieClient({
      handle: (request) => Auth(request, passwordConfig({ secret, rateLimit: {}, trustHost: true })),
    })
    for (let turn = 0; turn < 50; turn++) await eve.signInWith("credentials", { ...ADA, password: `${turn}` })
    expect((await eve.signInWith("credentials", ADA)).status).toBe(429)
  })

  test("keeps counting passwords with the app's own in-memory limiter (threat 171)", async () => {
    const store: RateLimitOptions["store"] = (options) => new RateLimiterMemory(options)
    const auth = createAuth(() => passwordConfig({ rateLimit: { store } }), { env })
    const eve = cookieClient({ handle: (request) => auth.handle(request, { address: "203.0.113.7" }) })
    for (let turn = 0; turn < 20; turn++) await eve.signInWith("credentials", { ...ADA, password: `${turn}` })
    expect((await eve.signInWith("credentials", ADA)).status).toBe(429)
    expect(eve.cookie(SESSION)).toBeUndefined()
  })

  test("limits the attempts at an emailed code (threat 171)", async () => {
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

  test("accepts a callback once, and loads the provider's metadata once (threat 69, threat 114)", async () => {
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

  test("never counts requests of one tenant for another with a different secret (threat 205)", async () => {
    const auth = createAuth(
      (request) => passwordConfig({ secret: (request?.headers.get("x-tenant") ?? "").repeat(40) }),
      { env },
    )
    const at = (tenant: string) => {
      const eve = cookieClient({ handle: (request) => auth.handle(request, { address: "203.0.113.7" }) })
      const headers = { "x-tenant": tenant }
      return async (password: string) => {
        const { csrfToken } = (await (await eve.get("/csrf", headers)).json()) as { csrfToken: string } // the endpoint's JSON
        return eve.post("/callback/credentials", { ...ADA, csrfToken, password }, headers)
      }
    }
    const [a, b] = [at("a"), at("b")]
    for (let turn = 0; turn < 21; turn++) await a("wrong")
    expect([(await a(ADA.password)).status, (await b(ADA.password)).status]).toEqual([429, 302])
  })
})
