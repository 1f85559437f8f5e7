import { expect, test, vi } from "vitest"
import type { AuthConfig } from "../../service/config.ts"
import type { Fetch } from "../../providers/types.ts"
import { fakeIssuer, type FakeIssuer } from "../../testing/fake-issuer.ts"
import { oauthService, type Browser, type OAuthService } from "../../test-kit/oauth-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const person = { sub: "ada", email: "ada@app.test", email_verified: true }
const time = { now: 0 }
const toHelperRequest = (browser: Browser) => ({ headers: { cookie: browser.cookieHeader() } })

/** Creates a service whose provider issues a new refresh token with each refresh. */
async function createRefreshService(config: Partial<AuthConfig> = {}, rejected?: () => Response) {
  time.now = Date.now()
  const seen: string[] = []
  const gate = { isOpen: new Promise((resolve) => setTimeout(resolve, 30)) }
  const service = await oauthService({
    clock: () => time.now,
    fetch: (input, init) => route(input, init),
    ...config,
  })
  const route: Fetch = async (input, init) => {
    const request = new Request(input, init)
    const body = new URLSearchParams(await request.clone().text())
    if (body.get("grant_type") !== "refresh_token") return service.issuer.fetch(request)
    seen.push(body.get("refresh_token") ?? "")
    await gate.isOpen
    if (rejected) return rejected()
    return Response.json({
      access_token: `access-${seen.length}`,
      refresh_token: `refresh-${seen.length}`,
      token_type: "Bearer",
      expires_in: 3600,
    })
  }
  service.issuer.responses.token = (answer) => ({ ...answer, refresh_token: "refresh-0" })
  const browser = service.browser()
  await service.enter(browser, person)
  return { ...service, browser, seen, gate, provider: route }
}

test("ignores another user's account that the database returns (threat 141)", async () => {
  const { browser, ...service } = await createRefreshService()
  const { auth, adapter } = service
  await service.enter(cookieClient(auth), { sub: "eve", email: "eve@app.test" })
  const eve = await adapter.getUserByEmail("eve@app.test")
  const { listAccounts } = adapter
  adapter.listAccounts = async (id) => [...(await listAccounts(eve?.id ?? "")), ...(await listAccounts(id))]
  const own = await adapter.getAccount("ada", "acme")
  expect(await adapter.listAccounts(own?.userId ?? "")).toHaveLength(2)
  expect((await auth.getAccessToken(toHelperRequest(browser), "acme")).accessToken).toBe(own?.access_token)
})

test("returns a valid token unchanged", async () => {
  const { auth, browser, seen } = await createRefreshService()
  const { accessToken, expiresAt } = await auth.getAccessToken(toHelperRequest(browser), "acme")
  expect(accessToken).toMatch(/^access-[\w-]{36}$/)
  expect(expiresAt?.getTime()).toBeGreaterThan(time.now)
  expect(seen).toEqual([])
})

test("refreshes an expired token once for parallel calls, and stores the replaced refresh token", async () => {
  const { auth, adapter, browser, seen } = await createRefreshService()
  time.now += 3600_000
  const asked = await Promise.all(
    Array.from({ length: 20 }, () => auth.getAccessToken(toHelperRequest(browser), "acme")),
  )
  expect(new Set(asked.map(({ accessToken }) => accessToken))).toEqual(new Set(["access-1"]))
  expect(seen).toEqual(["refresh-0"])
  expect(await adapter.getAccount("ada", "acme")).toMatchObject({
    access_token: "access-1",
    refresh_token: "refresh-1",
  })
  time.now += 3600_000
  expect((await auth.getAccessToken(toHelperRequest(browser), "acme")).accessToken).toBe("access-2")
  expect(seen).toEqual(["refresh-0", "refresh-1"])
})

test("one of several instances refreshes, and the others return its token", async () => {
  const first = await createRefreshService()
  const others = await Promise.all(
    [1, 2].map(() =>
      oauthService({
        adapter: { ...first.adapter }, // in one process, calls with the same adapter share a refresh
        clock: () => time.now,
        fetch: first.provider,
      }),
    ),
  )
  time.now += 3600_000
  const all = [first, ...others].map(({ auth }) => auth.getAccessToken(toHelperRequest(first.browser), "acme"))
  expect((await Promise.all(all)).map(({ accessToken }) => accessToken)).toEqual(["access-1", "access-1", "access-1"])
  expect(first.seen).toEqual(["refresh-0"]) // any of them may be the one
})

test("an instance that refreshes is alone for 15 seconds, whenever it began (threat 627)", async () => {
  const first = await createRefreshService()
  const adapter = { ...first.adapter } // in one process, calls with the same adapter share a refresh
  const other = await oauthService({ adapter, clock: () => time.now, fetch: first.provider })
  time.now += 3600_000
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
  first.gate.isOpen = isOpen
  const clock = vi.spyOn(Date, "now")
  try {
    const minute = Math.ceil(performance.timeOrigin / 60_000) * 60_000
    clock.mockReturnValue(minute - 1)
    const asked = [first, other].map(async ({ auth }, index) => {
      if (index === 1) await vi.waitUntil(() => first.seen.length > 0)
      clock.mockReturnValue(minute - 1 + index * 15_000)
      return auth.getAccessToken(toHelperRequest(first.browser), "acme")
    })
    setTimeout(open, 500)
    expect((await Promise.all(asked)).map(({ accessToken }) => accessToken)).toEqual(["access-1", "access-1"])
    expect(first.seen).toEqual(["refresh-0"])
  } finally {
    clock.mockRestore()
  }
})

test.each([
  ["comes with tokens", undefined],
  ["is rejected", () => Response.json({ error: "invalid_grant" }, { status: 400 })],
])("an older refresh that %s after another sign-in leaves the newer tokens", async (_, rejected) => {
  const service = await createRefreshService({}, rejected)
  const { auth, adapter, browser, issuer, seen, gate } = service
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
  gate.isOpen = isOpen
  time.now += 3600_000
  const refreshing = auth.getAccessToken(toHelperRequest(browser), "acme")
  await vi.waitUntil(() => seen.length > 0)
  issuer.responses.token = (body) => ({ ...body, access_token: "newer", refresh_token: "newer-refresh", scope: "more" })
  await service.enter(cookieClient(auth), person)
  open()
  expect(await refreshing).toMatchObject({ accessToken: "newer", scope: "more" })
  expect(await adapter.getAccount("ada", "acme")).toMatchObject({
    access_token: "newer",
    refresh_token: "newer-refresh",
    scope: "more",
  })
  expect(seen).toEqual(["refresh-0"])
})

test("each failure has a reason that names its fix", async () => {
  const reason = (promise: Promise<unknown>) =>
    promise.then(
      () => "none",
      (error: { type: string; cause?: { reason?: string } }) => `${error.type} ${error.cause?.reason}`,
    )
  const { auth, adapter, browser } = await createRefreshService({}, () =>
    Response.json({ error: "invalid_grant" }, { status: 400 }),
  )
  expect(await reason(auth.getAccessToken({ headers: {} }, "acme"))).toBe("RefreshTokenError signed-out")
  expect(await reason(auth.getAccessToken(toHelperRequest(browser), "other"))).toBe("InvalidProvider undefined")
  time.now += 3600_000
  expect(await reason(auth.getAccessToken(toHelperRequest(browser), "acme"))).toBe("RefreshTokenError rejected")
  await adapter.updateAccount({ provider: "acme", providerAccountId: "ada", refresh_token: "" })
  expect(await reason(auth.getAccessToken(toHelperRequest(browser), "acme"))).toBe("RefreshTokenError no-refresh-token")
  await adapter.unlinkAccount({ provider: "acme", providerAccountId: "ada" })
  expect(await reason(auth.getAccessToken(toHelperRequest(browser), "acme"))).toBe("RefreshTokenError not-linked")
})

test("never puts a provider's tokens into the session (threat 196)", async () => {
  const session = vi.fn(({ session: made }) => made)
  const { browser } = await createRefreshService({ callbacks: { session } })
  const body = await (await browser.get("/session")).text()
  expect(body).not.toMatch(/access-|refresh-|token/)
  expect(JSON.stringify(session.mock.calls)).not.toMatch(/access-|refresh-/)
})

/** Signs in, and refreshes once with an ID token that `make` writes. */
async function refreshWith(make: (issuer: FakeIssuer, now: number) => Promise<unknown>) {
  const world: { id_token?: unknown } = {}
  const service: OAuthService = await oauthService({
    clock: () => time.now,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const body = await request.clone().text()
      if (!body.includes("grant_type=refresh_token")) return service.issuer.fetch(request)
      const tokens = { access_token: "access-1", refresh_token: "refresh-1", token_type: "Bearer", expires_in: 3600 }
      return Response.json({ ...tokens, ...world })
    },
  })
  time.now = Date.now()
  service.issuer.responses.token = (answer) => ({ ...answer, refresh_token: "refresh-0" })
  const browser = service.browser()
  await service.enter(browser, person)
  const before = (await service.adapter.getAccount("ada", "acme"))?.id_token
  time.now += 3600_000
  world.id_token = await make(service.issuer, Math.floor(time.now / 1000))
  const { accessToken } = await service.auth.getAccessToken(toHelperRequest(browser), "acme")
  const after = await service.adapter.getAccount("ada", "acme")
  return { accessToken, before, given: world.id_token, after: after?.id_token, refresh: after?.refresh_token }
}

const claimsAt = (now: number) => ({
  iss: "https://issuer.test",
  aud: "client",
  sub: "ada",
  iat: now,
  exp: now + 600,
})

test("replaces the stored ID token with a valid refreshed one", async () => {
  const { accessToken, given, after } = await refreshWith((issuer, now) => issuer.sign(claimsAt(now)))
  expect([accessToken, after]).toEqual(["access-1", given])
})

test.each<[string, Record<string, unknown>]>([
  ["about another user", { sub: "eve" }],
  ["from another issuer", { iss: "https://evil.test" }],
  ["for another client", { aud: "other" }],
  ["for another client among several", { aud: ["client", "other"], azp: "other" }],
])("rejects the tokens of a refresh whose ID token is %s", async (_, wrong) => {
  await expect(refreshWith((issuer, now) => issuer.sign({ ...claimsAt(now), ...wrong }))).rejects.toMatchObject({
    type: "RefreshTokenError",
    cause: { err: { type: "OAuthCallbackError" } },
  })
})

test.each<[string, (issuer: FakeIssuer, now: number) => Promise<unknown>]>([
  ["has expired", (issuer, now) => issuer.sign({ ...claimsAt(now), exp: now - 600 })],
  ["was issued long ago", (issuer, now) => issuer.sign({ ...claimsAt(now), iat: now - 86_400 })],
  ["has another nonce", (issuer, now) => issuer.sign({ ...claimsAt(now), nonce: "other" })],
  ["is signed by another key", async (_, now) => (await fakeIssuer({ clientId: "another" })).sign(claimsAt(now))],
  ["isn't signed", async (_, now) => `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claimsAt(now)))}.`],
  ["is junk", async () => "junk"],
])("doesn't store a refreshed ID token that %s, but stores the other tokens", async (_, make) => {
  const { accessToken, before, after, refresh } = await refreshWith(make)
  expect(before).toMatch(/^ey/)
  expect([accessToken, refresh, after]).toEqual(["access-1", "refresh-1", before])
})
