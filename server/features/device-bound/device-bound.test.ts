import { describe, expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import type { SecurityEvent } from "../../core/config/security-events.ts"
import type { AuthConfig } from "../../service/config.ts"
import { getToken } from "../../jwt.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import { ADA, BOB, BOUND, boundService, STRATEGIES } from "../../test-kit/bound-service.ts"
import { ADA as ADA_BY_NAME, passwordConfig, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const LIFETIME = 10 * 60
const CONFIRM = "/confirm?max_age=60"
const TOKEN = "__Host-latchkit.session-token"

describe.each(STRATEGIES)("a bound session, with the %s strategy,", (strategy) => {
  test.each(["ES256", "RS256"] as const)("is registered after the sign-in with %s, and says so", async (alg) => {
    const { auth, browser } = await boundService({ strategy })
    const ada = await browser({ alg })
    const answer = await ada.signInWith("credentials", ADA)
    expect(await ada.session()).not.toHaveProperty("bound")
    const registered = await ada.register(answer)
    expect(await registered.json()).toEqual({
      session_identifier: expect.stringMatching(/^[\w-]{22}$/),
      refresh_url: "/auth/device-bound",
      scope: { origin: "https://app.test", include_site: false, scope_specification: [] },
      credentials: [{ type: "cookie", name: BOUND, attributes: "Path=/; Secure; HttpOnly; SameSite=Lax" }],
      allowed_refresh_initiators: ["*"],
    })
    const [cookie = ""] = registered.headers.getSetCookie()
    expect(cookie.replace(/=[^;]+/, "")).toBe(`${BOUND}; Max-Age=540; Path=/; HttpOnly; Secure; SameSite=Lax`)
    expect(await ada.session()).toMatchObject({ user: { name: "Ada" }, bound: true })
    expect(await auth.getSession(ada.request("/"))).toMatchObject({ bound: true })
  })

  test("goes on for a browser that proves its key, and ends for a copy of its cookies", async () => {
    const service = await boundService({ strategy })
    const ada = await service.signedIn()
    const thief = service.copyCookies(ada)
    expect(await (await thief.get("/session")).json()).toMatchObject({ bound: true }) // not yet
    for (let round = 0; round < 3; round++) {
      service.later(LIFETIME, ada)
      expect((await ada.refresh()).status).toBe(200)
      expect(await ada.session()).toMatchObject({ user: { name: "Ada" }, bound: true })
      expect(await (await thief.get("/session")).json()).toBeNull()
    }
  })

  test("stays bound through a step-up, and the old token's copy doesn't", async () => {
    const service = await boundService({ strategy, session: { updateAge: 0 } })
    const ada = await service.signedIn()
    await ada.session()
    const [before, copy] = [ada.state.id, service.copyCookies(ada)]
    service.later(LIFETIME, ada)
    await ada.refresh()
    const shown: Record<"attempt" | "csrfToken", string> = await (
      await ada.get(CONFIRM, { accept: "application/json" })
    ).json()
    await ada.post(CONFIRM, { ...shown, method: "password", password: ADA.password })
    expect(ada.jar.get(TOKEN)?.value).not.toBe(copy.jar.get(TOKEN)?.value)
    expect(await ada.session()).toMatchObject({ bound: true })
    service.later(LIFETIME, ada)
    expect((await ada.refresh()).status).toBe(200)
    expect(ada.state.id).toBe(before)
    expect(await ada.session()).toMatchObject({ bound: true })
    expect(await (await copy.get("/session")).json()).toBeNull()
  })

  test("ends with the sign-out, and the browser forgets its key", async () => {
    const service = await boundService({ strategy })
    const ada = await service.signedIn()
    await ada.post("/signout", { csrfToken: await ada.csrfToken() })
    expect([...ada.jar.keys()].filter((name) => /bound|session-token/.test(name))).toEqual([])
    expect(await (await ada.refresh()).json()).toEqual({ session_identifier: ada.state.id, continue: false })
  })

  test("doesn't live longer than it would unbound", async () => {
    const service = await boundService({ strategy, session: { maxAge: 3600, absoluteMaxAge: 7200, remember: true } })
    const ada = await service.browser()
    await ada.signIn("credentials", { ...ADA, asked: "remember" })
    const token = [...ada.jar].find(([name]) => name.includes("session-token"))?.[1]
    expect(token).not.toHaveProperty("expires")
    for (let minutes = 0; minutes < 120; minutes += 10) {
      service.later(LIFETIME, ada)
      expect((await ada.refresh()).status).toBe(200)
      await ada.session()
    }
    expect(await ada.session()).toBeNull()
  })

  test("outlives its first lifetime with use, and its mark with it", async () => {
    const service = await boundService({ strategy, session: { maxAge: 10 * 86_400 } })
    const ada = await service.signedIn()
    const thief = service.copyCookies(ada, (name) => name !== BOUND)
    for (let day = 0; day < 40; day++) {
      service.later(86_400, ada)
      if ((await ada.refresh()).status === 403) expect((await ada.refresh()).status).toBe(200) // the challenge is old
      expect(await ada.session()).toMatchObject({ bound: true })
      await service.adapter.deleteExpired?.(new Date(service.time.now))
      const copied = service.copyCookies(ada, (name) => name !== BOUND)
      expect(await (await copied.get("/session")).json()).toBeNull()
    }
    expect(await (await thief.get("/session")).json()).toBeNull()
  })

  test("isn't a sign-out while the browser can't prove its key, and is one without a key", async () => {
    const service = await boundService({ strategy })
    const ada = await service.signedIn()
    service.later(LIFETIME, ada)
    const skipped = await ada.get("/session", { "secure-session-skipped": 'unreachable;session_identifier="x"' })
    expect([skipped.status, await skipped.json(), skipped.headers.getSetCookie()]).toEqual([503, null, []])
    expect(await ada.session()).toBeNull()
    await ada.refresh()
    expect(await ada.session()).toMatchObject({ bound: true })
  })

  test("belongs to the browser's next sign-in alone", async () => {
    const service = await boundService({ strategy })
    const ada = await service.signedIn()
    const first = { ...ada.state }
    expect([...ada.jar.keys()]).toContain(BOUND)
    const answer = await ada.signInWith("credentials", BOB)
    expect(ada.jar.has(BOUND)).toBe(false)
    expect(await (await ada.refresh()).json()).toEqual({ session_identifier: first.id, continue: false })
    await ada.register(answer)
    expect(await ada.session()).toMatchObject({ user: { name: "Bob" }, bound: true })
  })

  test("is what `auth.require` can ask for", async () => {
    const service = await boundService({ strategy })
    const { auth } = service
    const [ada, plain] = [await service.signedIn(), await service.browser()]
    await plain.signInWith("credentials", ADA)
    expect(await auth.require(ada.request("/"), { bound: true })).toMatchObject({ bound: true })
    const error = await auth.require(plain.request("/"), { bound: true }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ type: "BoundSessionRequired" })
    const page = await auth.stepUpResponse(plain.request("/"), error)
    const location = page.headers.get("location") ?? ""
    expect([page.status, location]).toEqual([303, "https://app.test/auth/error?error=BoundSessionRequired"])
    const shown = await plain.get(location)
    expect([shown.status, await shown.text()]).toEqual([403, expect.stringContaining("Not possible in this browser")])
    const script = new Request("https://app.test/", { headers: { "sec-fetch-mode": "cors" } })
    expect((await auth.stepUpResponse(script, error)).status).toBe(403)
    service.later(LIFETIME + 1, ada)
    await expect(auth.require(ada.request("/"), { bound: true })).rejects.toMatchObject({ type: "SessionRequired" })
  })
})

test("a browser without support keeps its session, as long as without the option", async () => {
  for (const strategy of STRATEGIES) {
    const service = await boundService({ strategy })
    const plain = await service.browser()
    await plain.signInWith("credentials", ADA)
    service.later(20 * 86_400)
    const session = await plain.session()
    expect(session).toMatchObject({ user: { name: "Ada" } })
    expect(session).not.toHaveProperty("bound")
  }
})

test("`getToken` needs the bound cookie beside a bound session's token", async () => {
  const service = await boundService({ strategy: "jwt" })
  const ada = await service.signedIn()
  await ada.session() // marks the token
  const read = (cookie: string) =>
    getToken({ req: { headers: { cookie } }, secret: "s".repeat(32), site: "https://app.test/auth" })
  expect(await read(ada.cookieHeader())).toMatchObject({ name: "Ada" })
  expect(await read(service.copyCookies(ada, (name) => name !== BOUND).cookieHeader())).toBeNull()
  const bob = await service.browser()
  await bob.signIn("credentials", BOB)
  const crossed = service.copyCookies(ada)
  crossed.jar.set(BOUND, bob.jar.get(BOUND) ?? { value: "" })
  expect(await read(crossed.cookieHeader())).toBeNull()
})

test("without the option there is no header, no route and no field", async () => {
  const ada = cookieClient(passwordService({ adapter: MemoryAdapter(), session: { strategy: "jwt" } }))
  const answer = await ada.signInWith("credentials", ADA_BY_NAME)
  expect(answer.headers.has("secure-session-registration")).toBe(false)
  expect((await ada.post("/device-bound", {}, { "sec-secure-session-id": "x" })).status).toBe(404)
})

test("emits an event for a bound session, and for a rejected registration (threat 514)", async () => {
  const events: SecurityEvent[] = []
  const config = { events: { security: (event: SecurityEvent) => void events.push(event) } }
  const { browser } = await boundService({ strategy: "database", config })
  const ada = await browser()
  const answer = await ada.signInWith("credentials", ADA)
  events.length = 0
  await ada.register(answer)
  await ada.register(answer)
  expect(events).toMatchObject([
    { type: "sessionBound", outcome: "success", userId: "1", route: "POST device-bound" },
    { type: "requestRejected", outcome: "failure", route: "POST device-bound" },
  ])
})

test.each([
  [{ session: { deviceBound: true, strategy: "jwt" } }, "needs an adapter with account records"],
  [{ adapter: MemoryAdapter(), session: { deviceBound: true, maxAccounts: 2 } }, "several accounts"],
  [
    {
      adapter: MemoryAdapter(),
      session: { deviceBound: true },
      nativeApps: { ios: { redirectUris: ["https://app.test/ios"] } },
    },
    "doesn't support native apps",
  ],
  [{ adapter: MemoryAdapter(), session: { deviceBound: { maxAge: 60 } } }, "`session.deviceBound.maxAge` is 60"],
  [{ adapter: MemoryAdapter(), session: { deviceBound: { maxAge: 86_401 } } }, "`session.deviceBound.maxAge` is 86401"],
  [{ adapter: MemoryAdapter(), session: { deviceBound: true }, ...authjs() }, "doesn't support the preset"],
  [
    {
      adapter: MemoryAdapter(),
      session: { deviceBound: true },
      cookies: { sessionToken: { name: "s", options: { domain: "app.test" } } },
    },
    "has the domain app.test",
  ],
  [
    {
      adapter: MemoryAdapter(),
      session: { deviceBound: true },
      cookies: { sessionToken: { options: { sameSite: "none" } } },
    },
    'doesn\'t support a session cookie with `sameSite: "none"`',
  ],
])("reports the configuration %#", async (config, message) => {
  const found: string[] = []
  const logger = { error: (error: Error) => void found.push(error.message), warn: () => {}, debug: () => {} }
  createAuth(passwordConfig({ ...(config as Partial<AuthConfig>), logger }), {
    env: { AUTH_URL: "https://app.test/auth" },
  })
  expect(found.join()).toContain(message)
})
