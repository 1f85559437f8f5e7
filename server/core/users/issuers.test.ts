import { expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import type { OIDCConfig } from "../../providers/types.ts"
import { fakeIssuer, type FakeIssuer } from "../../testing/fake-issuer.ts"
import { errorParam, signedInName, type Browser } from "../../test-kit/oauth-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const ADA = { sub: "1", name: "Ada", email: "ada@example.com", email_verified: true }
const EVE = { sub: "1", name: "Eve", email: "eve@evil.test", email_verified: true }
const EVENT = "http://schemas.openid.net/event/backchannel-logout"

/**
 * Creates two tenants that share one user table. Each has its own issuer under one provider id; `x-tenant` names the
 * tenant.
 */
async function createIssuers(provider: Partial<OIDCConfig> = {}) {
  const issuers = { good: await fakeIssuer(), evil: await fakeIssuer({ issuer: "https://evil.test" }) }
  const adapter = MemoryAdapter()
  const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined }
  const fetch: FakeIssuer["fetch"] = (input, init) => {
    const { origin } = new URL(new Request(input).url)
    return (origin === issuers.evil.issuer ? issuers.evil : issuers.good).fetch(input, init)
  }
  const auth = createAuth(
    (request) => {
      const { issuer, clientId } = issuers[request?.headers.get("x-tenant") === "evil" ? "evil" : "good"]
      const sso = { id: "sso", name: "Company", type: "oidc", issuer, clientId, clientSecret: "secret" } as const
      return {
        secret: "s".repeat(32),
        adapter,
        fetch,
        logger: silent,
        providers: [{ ...sso, backchannelLogout: true, ...provider }],
      }
    },
    { env: { AUTH_URL: "https://app.test/auth" } },
  )
  return { auth, adapter, issuers, fetch, browser: () => cookieClient(auth) }
}

type Tenant = "good" | "evil"

const tenantHeaders = (tenant: Tenant) => ({ "x-tenant": tenant })

/** Signs in at a tenant. `back` names another tenant that gets the callback instead. */
async function signIn(
  { issuers }: Awaited<ReturnType<typeof createIssuers>>,
  browser: Browser,
  person: Record<string, unknown>,
  { tenant, back = tenant }: { tenant: Tenant; back?: Tenant },
) {
  const started = await browser.post("/signin/sso", { csrfToken: await browser.csrfToken() }, tenantHeaders(tenant))
  const answer = issuers[tenant].authorize(started.headers.get("location") ?? "", person)
  return browser.get(`/callback/sso?${answer}`, tenantHeaders(back))
}

test("another issuer with the same provider id can't sign in as a user with the same sub (threat 336)", async () => {
  const service = await createIssuers()
  const ada = service.browser()
  await signIn(service, ada, ADA, { tenant: "good" })
  const eve = service.browser()
  const rejected = await signIn(service, eve, EVE, { tenant: "evil" })
  expect([errorParam(rejected), await signedInName(eve)]).toEqual(["OAuthAccountNotLinked", null])
  await signIn(service, ada, ADA, { tenant: "good" })
  expect(await signedInName(ada)).toBe(ADA.email)
})

test("another issuer doesn't confirm that the user signed in there just now (threat 336)", async () => {
  const service = await createIssuers({ stepUp: true })
  const ada = service.browser()
  const now = Math.floor(Date.now() / 1000)
  await signIn(service, ada, { ...ADA, auth_time: now - 3600 }, { tenant: "good" })
  const confirmAt = async (tenant: Tenant) => {
    const headers = { ...tenantHeaders(tenant), accept: "application/json" }
    const { attempt = "" } = (await (await ada.get("/confirm", headers)).json()) as { attempt?: string } // its shape
    const fields = { csrfToken: await ada.csrfToken(), attempt, method: "provider", callbackUrl: "/keys" }
    const started = await ada.post("/confirm", fields, tenantHeaders(tenant))
    const { issuer, authorize } = service.issuers[tenant]
    const url = started.headers.get("location") ?? ""
    expect(url).toContain(`${issuer}/authorize`)
    const answer = authorize(url, { ...ADA, auth_time: now })
    return (await ada.get(`/callback/sso?${answer}`, tenantHeaders(tenant))).headers.get("location")
  }
  expect(await confirmAt("evil")).toContain("/auth/confirm?max_age=600&error=OAuthCallbackError")
  expect(await confirmAt("good")).toBe("https://app.test/keys")
})

test("another issuer's logout token doesn't end the user's sessions (threat 336)", async () => {
  const service = await createIssuers()
  const ada = service.browser()
  await signIn(service, ada, ADA, { tenant: "good" })
  const now = Math.floor(Date.now() / 1000)
  const claims = { aud: "client", iat: now, exp: now + 60, jti: "j", sub: "1", events: { [EVENT]: {} } }
  const told = async (tenant: Tenant) => {
    const { issuer, sign } = service.issuers[tenant]
    const body = new URLSearchParams({ logout_token: await sign({ ...claims, iss: issuer }) })
    const request = { method: "POST", body, headers: tenantHeaders(tenant) }
    return (await service.auth.handle(new Request("https://app.test/auth/backchannel-logout/sso", request))).status
  }
  expect([await told("evil"), await signedInName(ada)]).toEqual([200, ADA.email])
  // And it did not use up the first issuer's token
  expect([await told("good"), await signedInName(ada)]).toEqual([200, null])
})

test("rejects a callback at another issuer than the sign-in began at, so that issuer never gets the code (threat 337)", async () => {
  const service = await createIssuers()
  await signIn(service, service.browser(), ADA, { tenant: "good" })
  const { evil } = service.issuers
  evil.responses.token = async (answer) => ({
    ...answer,
    id_token: await evil.sign({ ...ADA, iss: "https://issuer.test", aud: "client", iat: 1, exp: 4e9 }),
  })
  const eve = service.browser()
  const started = await eve.post("/signin/sso", { csrfToken: await eve.csrfToken() }, tenantHeaders("good"))
  const answer = evil.authorize(started.headers.get("location") ?? "", EVE)
  const rejected = await eve.get(`/callback/sso?${answer}`, tenantHeaders("evil"))
  expect([errorParam(rejected), await signedInName(eve)]).toEqual(["OAuthCallbackError", null])
  expect(evil.requests.map(({ url }) => url)).not.toContain("https://evil.test/token")
})

test("never sends the first issuer's refresh token or ID token to another issuer (threat 338)", async () => {
  const service = await createIssuers({ endSession: true })
  const { good, evil } = service.issuers
  good.responses.token = (answer) => ({ ...answer, expires_in: 1, refresh_token: "of-good" })
  const ada = service.browser()
  await signIn(service, ada, ADA, { tenant: "good" })
  const visit = (tenant: Tenant) =>
    new Request("https://app.test/", { headers: { cookie: ada.cookieHeader(), ...tenantHeaders(tenant) } })
  await expect(service.auth.getAccessToken(visit("evil"), "sso")).rejects.toMatchObject({
    cause: { reason: "rejected" },
  })
  expect(evil.requests.filter(({ url }) => url.endsWith("/token"))).toEqual([])
  await ada.post("/signout", { csrfToken: await ada.csrfToken() }, tenantHeaders("good"))
  const jar = new Map(ada.jar)
  const out = async (tenant: Tenant) =>
    (await cookieClient(service.auth, new Map(jar)).get("/signout/sso", tenantHeaders(tenant))).headers.get(
      "location",
    ) ?? ""
  expect(await out("evil")).toMatch(/^https:\/\/evil\.test\/logout\?(?!.*id_token_hint)/)
  expect(await out("good")).toMatch(/^https:\/\/issuer\.test\/logout\?.*id_token_hint=ey/)
})

test("users keep their accounts when their issuer is renamed and `acceptsIssuer` accepts the old name", async () => {
  const service = await createIssuers({ acceptsIssuer: (issuer) => issuer === "https://issuer.test" })
  await signIn(service, service.browser(), ADA, { tenant: "good" })
  const ada = service.browser()
  await signIn(service, ada, ADA, { tenant: "evil" })
  expect(await signedInName(ada)).toBe(ADA.email)
})

test.each([undefined, "cut off", "a.b.c"])(
  "an account whose ID token is %s still signs its user in",
  async (id_token) => {
    const service = await createIssuers()
    await signIn(service, service.browser(), ADA, { tenant: "good" })
    const account = { provider: "sso", providerAccountId: "1", type: "oidc" } as const
    await service.adapter.unlinkAccount(account)
    const user = await service.adapter.getUserByEmail(ADA.email)
    await service.adapter.linkAccount({ ...account, userId: user?.id ?? "", ...(id_token && { id_token }) })
    const ada = service.browser()
    await signIn(service, ada, ADA, { tenant: "good" })
    expect(await signedInName(ada)).toBe(ADA.email)
  },
)
