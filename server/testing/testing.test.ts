import { afterEach, describe, expect, test, vi } from "vitest"
import { createClient, signOut } from "../../client/index.ts"
import { runClient } from "../../client/core/client.ts"
import { MemoryAdapter } from "../adapters/memory.ts"
import { createAuth } from "../service/auth.ts"
import { createSettings } from "../service/features.ts"
import { verifyFactorCode } from "../core/proofs/user-factors.ts"
import { OIDC } from "../providers/index.ts"
import { passwordConfig } from "../test-kit/password-service.ts"
import {
  cookieClient,
  enrollAuthenticatorApp,
  fakeBrowser,
  fakeIssuer,
  installClock,
  mintSession,
  oneTimeCode,
} from "./index.ts"

const url = "https://app.test"
const ada = { id: "ada", name: "Ada", email: "ada@example.com" }
afterEach(() => void vi.unstubAllEnvs())

describe("mintSession", () => {
  test.each([
    ["jwt", {}],
    ["database", { adapter: MemoryAdapter() }],
  ])("signs in without a browser: %s", async (_, config) => {
    const own = passwordConfig(config)
    const { headers, user } = await mintSession(own, ada, { url })
    const auth = createAuth(own, { env: { AUTH_URL: url } })
    expect(await auth.getSession({ headers })).toMatchObject({ user: { name: "Ada", email: "ada@example.com" } })
    expect(user).toMatchObject(ada)
    const again = await mintSession(own, { email: ada.email }, { url })
    expect(again.user).toMatchObject("adapter" in config ? ada : { email: ada.email })
  })

  test.each(["jwt", "database"] as const)("signs in a user whose sessions were ended before: %s", async (strategy) => {
    const account = { administration: true }
    const own = passwordConfig({ adapter: MemoryAdapter(), session: { strategy }, account })
    const auth = createAuth(own, { env: { AUTH_URL: url } })
    const first = await mintSession(own, ada, { url })
    await auth.users.disable("ada")
    await expect(mintSession(own, ada, { url })).rejects.toThrow("The user ada is disabled or deleted")
    await auth.users.enable("ada")
    const second = await mintSession(own, ada, { url })
    expect(await auth.getSession({ headers: first.headers })).toBeNull()
    expect(await auth.getSession({ headers: second.headers })).toMatchObject({ user: { name: "Ada" } })
  })

  test("runs the configuration's own callbacks, and ends the session when the test says so", async () => {
    const time = { now: Date.now() }
    const own = passwordConfig({
      clock: () => time.now,
      callbacks: {
        jwt: ({ token, account }) => (account ? { ...token, by: account.provider } : token),
        session: (params) => ({ ...params.session, by: "token" in params ? params.token["by"] : undefined }),
      },
    })
    const { headers } = await mintSession(own, ada, { url, maxAge: 60, account: { provider: "github" } })
    const auth = createAuth(own, { env: { AUTH_URL: url } })
    expect(await auth.getSession({ headers })).toMatchObject({ by: "github" })
    time.now += 120_000
    expect(await auth.getSession({ headers })).toBeNull()
  })

  test("returns cookies that a browser accepts", async () => {
    const { cookies } = await mintSession(passwordConfig(), ada, { url: "http://localhost:3000" })
    expect(cookies).toContainEqual({
      name: "latchkit.session-token",
      value: expect.any(String),
      url: "http://localhost:3000",
    })
  })

  test("calls a configuration function with a request for the site, or with the one that is passed", async () => {
    const secrets: Record<string, string> = { "a.test": "a".repeat(32), "b.test": "b".repeat(32) }
    const tenants = async (request: Request | undefined) => {
      const host = request?.headers.get("x-tenant") ?? request?.headers.get("host") ?? ""
      return passwordConfig({ secret: secrets[host] ?? "", trustHost: true })
    }
    const auth = createAuth(tenants, { env: {} })
    const sessionAt = async (host: string, headers: { cookie: string }) =>
      (await auth.handle(new Request(`https://${host}/auth/session`, { headers: { ...headers, host } }))).json()

    const { headers } = await mintSession(tenants, ada, { url: "https://a.test" })
    expect(await sessionAt("a.test", headers)).toMatchObject({ user: { name: "Ada" } })
    expect(await sessionAt("b.test", headers)).toBeNull()

    const request = new Request("https://b.test", { headers: { "x-tenant": "a.test" } })
    const asked = await mintSession(tenants, ada, { url: "https://a.test", request })
    expect(await sessionAt("a.test", asked.headers)).toMatchObject({ user: { name: "Ada" } })
    await expect(mintSession(tenants, ada, { url: "https://c.test" })).rejects.toThrow(/secret/i)
  })

  test("rejects an invalid configuration", async () => {
    await expect(mintSession(passwordConfig({ secret: "" }), ada, { url })).rejects.toThrow(/secret/i)
  })
})

test("signs in an app's own test through the fake issuer", async () => {
  const issuer = await fakeIssuer()
  const provider = OIDC({ id: "acme", issuer: issuer.issuer, clientId: issuer.clientId, clientSecret: "s" })
  const auth = createAuth(
    { providers: [provider], secret: "s".repeat(32), fetch: issuer.fetch },
    { env: { AUTH_URL: url } },
  )
  const browser = cookieClient(auth)
  const started = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken() })
  await browser.get(
    `/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", { sub: "1", name: "Ada" })}`,
  )
  expect(await (await browser.get("/session")).json()).toMatchObject({ user: { name: "Ada" } })
})

test("shows a sign-out of one tab in the other", async () => {
  const own = passwordConfig()
  const auth = createAuth(own, { env: { AUTH_URL: "http://localhost:3000" } })
  const { cookies } = await mintSession(own, ada, { url: "http://localhost:3000" })
  const clock = installClock(Date.now())
  const browser = fakeBrowser({ handle: auth.handle })
  for (const { name, value } of cookies) browser.cookies.set(name, value)
  const tabs = [browser.open(), browser.open()].map((page) => createClient({ page }))
  const stops = tabs.map(runClient)
  await clock.advance(100)
  expect(tabs.map(({ store }) => store.get().status)).toEqual(["authenticated", "authenticated"])

  await signOut({ redirect: false }) // in the tab that runs last
  await clock.advance(50)
  expect(tabs.map(({ store }) => store.get().status)).toEqual(["unauthenticated", "unauthenticated"])

  for (const stop of stops) stop()
  clock.restore()
})

describe("an authenticator app of a test", () => {
  test("is a second factor of the user, with codes that work", async () => {
    const time = { now: Date.UTC(2026, 10, 22, 20) }
    const adapter = MemoryAdapter()
    const own = passwordConfig({ adapter, clock: () => time.now })
    const app = await enrollAuthenticatorApp(own, ada, { url })
    const context = { settings: createSettings(own, { env: { AUTH_URL: url } }), store: adapter }
    const verify = (method: "totp" | "recovery", code: unknown) =>
      verifyFactorCode(context, { userId: "ada", method, code })
    for (const code of [await app.code(), await app.code()]) expect(await verify("totp", code)).toBeDefined()
    await expect(app.code()).rejects.toThrow(/Move the clock/)
    time.now += 60_000
    expect(await app.code()).toBe(await oneTimeCode(app.secret, time.now))
    for (const code of app.recoveryCodes) expect(await verify("recovery", code)).toBeDefined()
  })

  test("needs an adapter that stores it", async () => {
    await expect(enrollAuthenticatorApp(passwordConfig(), ada, { url })).rejects.toThrow(/accountTables/)
  })

  test("shows the code of a secret on the page or in a QR code", async () => {
    for (const secret of [
      "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ",
      "otpauth://totp/a?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
    ])
      expect(await oneTimeCode(secret, 59_000)).toBe("287082")
    await expect(oneTimeCode("not a secret!")).rejects.toThrow(/base32/)
  })
})
