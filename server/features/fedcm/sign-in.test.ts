import { SignJWT, UnsecuredJWT } from "jose"
import { describe, expect, test, vi } from "vitest"
import { createAuth } from "../../service/auth.ts"
import Passkey from "../../providers/passkey.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { ADA, CONFIG_URL, fedcmService, type FedcmOptions } from "./fedcm-service.fixture.ts"
import { ACME, errorParam, oauthService, signedInName, type Browser } from "../../test-kit/oauth-service.ts"
import { passwordAccountService, GRACE } from "../../test-kit/password-account-service.ts"

test.each(["jwt", "database"] as const)("signs in with the token of the browser (%s sessions)", async (strategy) => {
  const { browser, options, enter, adapter } = await fedcmService({ session: { strategy } })
  const ada = browser()
  expect(await options(ada)).toMatchObject({ configURL: CONFIG_URL, clientId: "client" })
  const response = await enter(ada, {}, { callbackUrl: "/journal" })
  expect(response.headers.get("location")).toBe("https://app.test/journal")
  expect(await signedInName(ada)).toBe("ada@app.test")
  expect(await adapter.getUserByAccount({ provider: "acme", providerAccountId: "ada" })).toMatchObject({ name: "Ada" })
})

test("keeps three requests of a browser, and clears few cookies of other software (threat 50)", async () => {
  const { browser, options } = await fedcmService()
  const flooded = browser()
  const open = () => [...flooded.jar.keys()].filter((name) => name.includes("fedcm.")).length
  for (let count = 0; count < 5; count++) await options(flooded)
  expect(open()).toBe(3)
  for (let count = 0; count < 175; count++)
    flooded.jar.set(`__Host-latchkit.fedcm.${String(count).padStart(64, "x")}`, { value: "1" })
  expect(await options(flooded)).toMatchObject({ configURL: CONFIG_URL })
  expect(open()).toBeGreaterThan(150)
})

test("finds the same user as the redirect", async () => {
  const { browser, enter, enterByRedirect, adapter } = await fedcmService().then((service) => ({
    ...service,
    enterByRedirect: async (from: Browser) => {
      const started = await from.post("/signin/acme", { csrfToken: await from.csrfToken() })
      return from.get(`/callback/acme?${service.issuer.authorize(started.headers.get("location") ?? "", ADA)}`)
    },
  }))
  await enterByRedirect(browser())
  const before = await adapter.getUserByEmail("ada@app.test")
  await enter(browser())
  expect((await adapter.getUserByAccount({ provider: "acme", providerAccountId: "ada" }))?.id).toBe(before?.id)
})

test("stores the ID token with the account, and no access token", async () => {
  const { browser, enter, adapter } = await fedcmService()
  await enter(browser())
  const account = await adapter.getAccount("ada", "acme")
  expect(account?.access_token).toBeUndefined()
})

describe("rejects a token", () => {
  const hour = 3600
  test.each([
    ["for another client (threat 518)", { aud: "other" }],
    ["without an audience (threat 518)", { aud: undefined }],
    ["for several clients without `azp` (threat 518)", { aud: ["client", "other"] }],
    ["of another issuer (threat 518)", { iss: "https://evil.test" }],
    ["without a subject (threat 518)", { sub: undefined }],
    [
      "that expired (threat 518)",
      { iat: Math.floor(Date.now() / 1000) - 2 * hour, exp: Math.floor(Date.now() / 1000) - hour },
    ],
    ["with the hash of an access token that nobody delivered (threat 518)", { at_hash: "AAAAAAAAAAAAAAAAAAAAAA" }],
    ["without a nonce (threat 519)", { nonce: undefined }],
    ["with a nonce of its own (threat 519)", { nonce: "mine" }],
  ])("%s", async (_, more) => {
    const { browser, enter, adapter } = await fedcmService()
    const eve = browser()
    expect(errorParam(await enter(eve, more))).toBe("OAuthCallbackError")
    expect(await signedInName(eve)).toBeNull()
    expect(await adapter.getUserByEmail("ada@app.test")).toBeNull()
  })

  test("that isn't signed, or signed with a shared secret or another key (threat 518)", async () => {
    const { browser, options, claims, post } = await fedcmService()
    const eve = browser()
    const nonce = async () => claims((await options(eve)).nonce)
    const unsigned = new UnsecuredJWT(await nonce()).encode()
    const shared = await new SignJWT(await nonce())
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode("secret".repeat(8)))
    const { privateKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
      "sign",
      "verify",
    ])
    const other = await new SignJWT(await nonce()).setProtectedHeader({ alg: "ES256", kid: "one" }).sign(privateKey)
    for (const token of [unsigned, shared, other, "", "not a token", "a.b.c"])
      expect(errorParam(await post(eve, token))).toBe("OAuthCallbackError")
    expect(await signedInName(eve)).toBeNull()
  })

  test("whose email address isn't verified, for a user who has that address (threat 518)", async () => {
    const { browser, enter, adapter } = await fedcmService()
    await adapter.createUser({ id: "u1", name: "Ada", email: "ada@app.test", emailVerified: new Date() })
    for (const email_verified of [false, "false", undefined]) {
      const eve = browser()
      await enter(eve, { sub: `eve-${email_verified}`, email_verified })
      expect(await signedInName(eve)).toBeNull()
    }
  })

  test("with the nonce of another browser, site or provider (threat 519)", async () => {
    const { browser, options, claims, post, issuer, adapter } = await fedcmService()
    const [ada, eve] = [browser(), browser()]
    await options(eve)
    const token = await issuer.sign(claims((await options(ada)).nonce))
    expect(errorParam(await post(eve, token))).toBe("OAuthCallbackError")
    // A sibling host may have planted the cookie of Ada's request
    for (const [name, cookie] of ada.jar) if (name.includes("fedcm")) eve.jar.set(name, cookie)
    expect(errorParam(await post(eve, token))).toBe("OAuthCallbackError")
    const shared = {
      adapter,
      secret: "s".repeat(32),
      fetch: issuer.fetch,
      logger: { error: () => undefined, warn: () => undefined },
    }
    const two = (["acme", "other"] as const).map((id) => ({
      ...{ id, name: id, type: "oidc" as const, issuer: issuer.issuer, clientId: "client", clientSecret: "secret" },
      fedcm: { configURL: CONFIG_URL },
    }))
    const elsewhere = cookieClient(
      createAuth({ ...shared, providers: two }, { env: { AUTH_URL: "https://b.test/auth" } }),
      ada.jar,
      "https://b.test/auth",
    )
    expect(errorParam(await post(elsewhere, token))).toBe("OAuthCallbackError")
    const both = cookieClient(createAuth({ ...shared, providers: two }, { env: { AUTH_URL: "https://app.test/auth" } }))
    const forOther = await issuer.sign(claims((await options(both, "other")).nonce))
    expect(errorParam(await post(both, forOther))).toBe("OAuthCallbackError")
    expect(await signedInName(both)).toBeNull()
  })

  test("after five minutes (threat 519)", async () => {
    const time = { now: Date.now() }
    const { browser, options, claims, post, issuer } = await fedcmService({ clock: () => time.now })
    const ada = browser()
    const token = await issuer.sign(claims((await options(ada)).nonce))
    time.now += 6 * 60_000
    expect(errorParam(await post(ada, token))).toBe("OAuthCallbackError")
  })

  test("that was used, also 50 times at once (threat 519)", async () => {
    const { browser, options, claims, post, issuer, adapter } = await fedcmService({
      session: { strategy: "database" },
      rateLimit: false,
    })
    const ada = browser()
    const token = await issuer.sign(claims((await options(ada)).nonce))
    const jar = new Map(ada.jar)
    const copies = Array.from({ length: 50 }, () => browser(new Map(jar)))
    await Promise.all(copies.map(async (copy) => post(copy, token)))
    const signedIn = await Promise.all(copies.map(signedInName))
    expect(signedIn.filter((name) => name !== null)).toHaveLength(1)
    const user = await adapter.getUserByEmail("ada@app.test")
    expect(await adapter.listSessions(user?.id ?? "")).toHaveLength(1)
  })
})

test("rejects a token from another site, and one without a CSRF token (threat 520)", async () => {
  const { browser, options, claims, issuer } = await fedcmService()
  const ada = browser()
  const token = await issuer.sign(claims((await options(ada)).nonce))
  const csrfToken = await ada.csrfToken()
  await ada.post("/fedcm/acme", { csrfToken, token }, { origin: "https://evil.test" })
  expect(await signedInName(ada)).toBeNull()
  await ada.post("/fedcm/acme", { token })
  expect(await signedInName(ada)).toBeNull()
})

test("links nothing to a signed-in user, who has to start it on the account page (threat 520)", async () => {
  const { browser, options, claims, issuer, post, enter, adapter } = await fedcmService()
  const ada = browser()
  const early = await issuer.sign(claims((await options(ada)).nonce, { sub: "eve", email: "eve@app.test" }))
  await enter(ada)
  expect(await options(ada)).toEqual({ error: "AccountNotLinked" })
  expect(errorParam(await post(ada, early))).toBe("OAuthCallbackError")
  expect(await signedInName(ada)).toBe("ada@app.test")
  expect(await adapter.getUserByAccount({ provider: "acme", providerAccountId: "eve" })).toBeNull()
})

test("counts as a confirmation only with the provider's time, because browsers select accounts too (threat 570)", async () => {
  const { browser, enter } = await fedcmService({ account: { deletion: true } })
  const change = async (more: object) => {
    const ada = browser()
    await enter(ada, more)
    expect(await signedInName(ada)).toBe("ada@app.test")
    const csrfToken = await ada.csrfToken()
    return (await ada.postJson("/account", { csrfToken, change: "delete-account" })).status
  }
  expect(await change({})).toBe(401)
  expect(await change({ auth_time: Math.floor(Date.now() / 1000) })).toBe(200)
})

describe("skips no check of a sign-in", () => {
  test("asks the `signIn` callback, and emits the same events (threat 521)", async () => {
    const asked: unknown[] = []
    const events: string[] = []
    const { browser, enter } = await fedcmService({
      callbacks: { signIn: ({ account }) => asked.push(account?.provider) < 2 },
      events: { createUser: () => void events.push("createUser"), signIn: () => void events.push("signIn") },
    })
    await enter(browser())
    const denied = browser()
    await enter(denied, { sub: "eve", email: "eve@app.test" })
    expect(asked).toEqual(["acme", "acme"])
    expect(events).toEqual(["createUser", "signIn"])
    expect(await signedInName(denied)).toBeNull()
  })

  test("waits for a step (threat 521)", async () => {
    const { browser, enter } = await fedcmService({ steps: [{ id: "terms", url: "/terms", needed: () => true }] })
    const ada = browser()
    expect((await enter(ada)).headers.get("location")).toBe("https://app.test/terms")
    expect(await signedInName(ada)).toBeNull()
  })

  test("creates no user while sign-up is off (threat 521)", async () => {
    const { issuer } = await oauthService()
    const provider = {
      ...{ id: "acme", name: "Acme", type: "oidc" as const, issuer: issuer.issuer },
      ...{ clientId: "client", clientSecret: "secret", fedcm: { configURL: CONFIG_URL } },
    }
    const service = passwordAccountService({
      password: { signUp: "off" },
      providers: [provider],
      config: { fetch: issuer.fetch, clock: Date.now },
    })
    const stranger = service.browser()
    const { nonce } = (await (await stranger.get("/fedcm/acme")).json()) as FedcmOptions // the shape of the response
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer.issuer, aud: "client", iat: now, exp: now + 600, nonce, ...ADA, email: GRACE.email }
    await service.post(stranger, "/fedcm/acme", { token: await issuer.sign(claims) })
    expect(await signedInName(stranger)).toBeNull()
    expect(await service.adapter.getUserByEmail(GRACE.email)).toBeNull()
  })
})

test("tells pages which providers have it, and nothing else changes without it", async () => {
  const { browser } = await fedcmService()
  expect(await (await browser().get("/providers")).json()).toMatchObject({ acme: { fedcm: true } })
  const plain = await oauthService()
  expect(await (await plain.browser().get("/providers")).text()).not.toContain("fedcm")
  expect((await plain.browser().get("/fedcm/acme")).status).toBe(404)
})

test("responds with 404 for a provider without it, and logs no problem of the configuration", async () => {
  const error = vi.fn()
  const others = [Passkey(), { ...ACME, id: "other" }]
  const { browser } = await fedcmService({
    providers: [{ ...ACME, fedcm: { configURL: CONFIG_URL } }, ...others],
    logger: { error, warn: () => undefined },
  })
  const from = browser()
  for (const id of ["passkey", "other"]) {
    expect((await from.get(`/fedcm/${id}`)).status).toBe(404)
    expect((await from.post(`/fedcm/${id}`, { csrfToken: await from.csrfToken(), token: "a.b.c" })).status).toBe(404)
  }
  expect(error).not.toHaveBeenCalled()
})

test.each([
  ["a provider without ID tokens", { type: "oauth" as const }, /only OpenID Connect providers/],
  ["a URL without TLS", { fedcm: { configURL: "http://issuer.test/fedcm.json" } }, /https URL/],
  ["a profile from elsewhere", { profileSource: "userinfo" as const }, /an ID token only/],
  ["a profile from the userinfo endpoint", { idToken: false }, /an ID token only/],
])("reports %s", async (_, changes, message) => {
  const problems: string[] = []
  const base = { id: "acme", name: "Acme", type: "oidc" as const, issuer: "https://issuer.test", clientId: "client" }
  const provider = { ...base, clientSecret: "secret", fedcm: { configURL: CONFIG_URL }, ...changes } as never // invalid on purpose
  const error = (problem: Error) => void problems.push(problem.message)
  const auth = createAuth(
    { providers: [provider], secret: "s".repeat(32), logger: { error, warn: () => undefined } },
    { env: { AUTH_URL: "https://app.test/auth" } },
  )
  await auth.handle(new Request("https://app.test/auth/providers"))
  expect(problems.some((problem) => message.test(problem))).toBe(true)
})
