import { describe, expect, test, vi } from "vitest"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import { ROUTES } from "../../test-kit/routes.ts"
import { enrollAuthenticatorApp } from "../../testing/authenticator-app.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { ADA, pauseService, SIGN_IN_METHODS, signedIn, type Browser } from "../../test-kit/pause-service.ts"

const ATTEMPT = "__Host-latchkit.attempt"
const EXPIRED = "https://app.test/auth/signin?error=AttemptExpired"
const location = (response: Response) => response.headers.get("location")

type Service = Awaited<ReturnType<typeof pauseService>>

/** Pauses Ada's sign-in. Returns the browser and the fields of the step's form. */
async function paused(service: Service, fields: Record<string, string> = {}) {
  const client = service.browser()
  await service.prove(client, "credentials", { fields })
  const { step } = await service.auth.openStep(client.request("/terms"))
  const form = { csrfToken: await client.csrfToken(), attempt: step?.fields.attempt ?? "", accept: "yes" }
  return { client, form }
}

describe("an attempt is bound to", () => {
  test.each([
    ["its site", "https://other.test/auth"],
    ["its base path", "https://app.test/other"],
    ["its scheme", "http://app.test/auth"],
  ])("%s, also with the same secret and database (threat 403)", async (_, url) => {
    const service = await pauseService()
    const { client, form } = await paused(service)
    const cookies = new Map(
      [...client.jar].flatMap(([name, cookie]) => [
        [name, cookie],
        [unprefixed(name), cookie],
      ]),
    )
    const other = cookieClient(createAuth(service.settings, { env: { AUTH_URL: url } }), cookies, url)
    expect((await other.get("/step", { accept: "application/json" })).status).toBe(200)
    expect(await (await other.get("/step", { accept: "application/json" })).json()).toBeNull()
    const response = await other.post("/step/terms", { ...form, csrfToken: await other.csrfToken() })
    expect(location(response)).toContain("AttemptExpired")
    expect(service.events).toEqual([])
  })

  test("the secret of its browser (threat 403)", async () => {
    const service = await pauseService()
    const { client, form } = await paused(service)
    const stranger = (await paused(service)).client.jar.get("__Host-latchkit.flow")
    client.jar.delete("__Host-latchkit.flow")
    expect(location(await client.post("/step/terms", form))).toBe(EXPIRED)
    if (stranger) client.jar.set("__Host-latchkit.flow", stranger)
    expect(location(await client.post("/step/terms", form))).toBe(EXPIRED)
    expect(await signedIn(client)).toBeNull()
  })

  test("its row: a row with another attempt's content opens nothing", async () => {
    const service = await pauseService()
    const { adapter, ada } = service
    const { client, form } = await paused(service)
    const [own] = await adapter.listAccountRecords("attempt", ada.id)
    await paused(service)
    const other = (await adapter.listAccountRecords("attempt", ada.id)).find(({ id }) => id !== own?.id)
    if (!own || !other) return expect.fail("There are two attempts")
    await adapter.updateAccountRecord({ ...own, data: other.data })
    expect(location(await client.post("/step/terms", form))).toBe(EXPIRED)
  })
})

const unprefixed = (name: string) => name.replace(/^__Host-/, "")

describe("an attempt that an attacker prepared (threat 414)", () => {
  test("has a cookie that no sibling host can set, and no other name is read (threat 414)", async () => {
    const service = await pauseService()
    const { client, form } = await paused(service)
    const cookie = client.cookie(ATTEMPT)
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: "lax", path: "/" })
    client.jar.delete(ATTEMPT)
    if (cookie) client.jar.set(unprefixed(ATTEMPT), cookie)
    expect(location(await client.post("/step/terms", form))).toBe(EXPIRED)
  })

  test("gets nothing of the victim, who signs in with their own (threat 414)", async () => {
    const service = await pauseService()
    const { ada, browser, prove, issuer } = service
    const attacker = browser()
    const eve = { sub: "eve", email: "eve@app.test", email_verified: true, name: "Eve" }
    const started = await attacker.post("/signin/acme", { csrfToken: await attacker.csrfToken() })
    await attacker.get(`/callback/acme?${issuer.authorize(location(started) ?? "", eve)}`)
    const open = async () => (await service.auth.openStep(attacker.request("/terms"))).step
    const before = await open()
    const victim = browser()
    const planted = attacker.cookie(ATTEMPT)
    if (planted) victim.jar.set(ATTEMPT, planted)
    await prove(victim, "credentials")
    expect(await open()).toEqual({ ...before, fields: expect.objectContaining({ attempt: before?.fields.attempt }) })
    const { step } = await service.auth.openStep(victim.request("/terms"))
    expect(step?.userId).toBe(ada.id)
  })
})

describe("between the pause and the finish", () => {
  test("a second factor that the user added is asked for (threat 409)", async () => {
    const service = await pauseService({ config: { secondFactor: {} } })
    const { client, form } = await paused(service)
    await enrollAuthenticatorApp(service.settings, { id: service.ada.id }, { url: "https://app.test/auth" })
    expect(location(await client.post("/step/terms", form))).toBe("https://app.test/auth/step/second-factor")
    expect(await signedIn(client)).toBeNull()
  })

  test("a provider that was removed signs nobody in (threat 409)", async () => {
    const service = await pauseService()
    const { client, form } = await paused(service)
    const providers = (service.settings.providers ?? []).filter(
      (provider) => "id" in provider && provider.id !== "credentials",
    )
    const now = createAuth({ ...service.settings, providers }, { env: { AUTH_URL: "https://app.test/auth" } })
    expect(location(await cookieClient(now, client.jar).post("/step/terms", form))).toBe(EXPIRED)
    expect(await signedIn(client)).toBeNull()
  })

  test("the `redirect` callback may change its mind (threat 415)", async () => {
    const target = { to: "" }
    const redirect = ({ url }: { url: string }) => target.to || url
    const service = await pauseService({ config: { callbacks: { redirect } } })
    const { client, form } = await paused(service, { callbackUrl: "/inbox" })
    target.to = "/welcome"
    expect(location(await client.post("/step/terms", form))).toBe("https://app.test/welcome")
  })
})

describe("a step that can't be decided", () => {
  test("is needed if its decision hangs (threat 410)", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    try {
      const service = await pauseService()
      service.step.needed = new Promise(() => undefined)
      const client = service.browser()
      const response = service.prove(client, "credentials")
      await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
      await vi.advanceTimersByTimeAsync(31_000)
      expect(location(await response)).toBe("https://app.test/terms")
      expect(await signedIn(client)).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  test.each(["createAccountRecord", "getAccountRecord", "takeAccountRecord"] as const)(
    "opens no session if the database fails at %s (threat 410)",
    async (operation) => {
      const service = await pauseService()
      const failing = { ...service.adapter, [operation]: () => Promise.reject(new Error("The database is down")) }
      const config = { ...service.settings, adapter: failing }
      const auth = createAuth(config, { env: { AUTH_URL: "https://app.test/auth" } })
      const client = cookieClient(auth)
      const fields = { username: "ada", password: "lovelace" }
      await client.post("/callback/credentials", { csrfToken: await client.csrfToken(), ...fields })
      const { step } = await auth.openStep(client.request("/terms")).catch(() => ({ step: null }))
      service.step.needed = false
      const form = { csrfToken: await client.csrfToken(), attempt: step?.fields.attempt ?? "" }
      await client.post("/step/terms", form)
      expect([await signedIn(client), service.events]).toEqual([null, []])
    },
  )
})

test("no field or parameter of the browser does a step or changes the sign-in (threats 411, 415, 416)", async () => {
  const carried: unknown[] = []
  const config: Partial<AuthConfig> = {
    session: { strategy: "jwt", remember: true },
    events: { signIn: ({ carried: value }) => void carried.push(value) },
  }
  const service = await pauseService({ config })
  const { client, form } = await paused(service, { callbackUrl: "/inbox", remember: "no", carry: "plan=free" })
  const claims = {
    ...{ step: "done", terms: "done", done: "1", skip: "1", mfaRequired: "false", verified: "true", amr: "otp" },
    ...{ callbackUrl: "/evil", redirectTo: "/evil", next: "/evil", url: "/evil", redirect: "false" },
    ...{ remember: "yes", carry: "plan=gold", provider: "acme", method: "oidc", user: "1", userId: "1", trust: "yes" },
  }
  const query = new URLSearchParams(claims)
  const { accept: _, ...unaccepted } = form
  expect(location(await client.post(`/step/terms?${query}`, { ...unaccepted, ...claims }))).toBe(
    "https://app.test/terms",
  )
  await client.get(`/step?${query}`)
  expect(await signedIn(client)).toBeNull()
  const finished = await client.post(`/step/terms?${query}`, { ...form, ...claims })
  expect(location(finished)).toBe("https://app.test/inbox")
  const session = finished.headers.getSetCookie().find((line) => line.includes("session-token"))
  expect(session).not.toMatch(/Max-Age|Expires/i)
  expect(carried.at(-1)).toBe("plan=free")
})

describe("completing an app's step", () => {
  test.each<[string, (client: Browser, form: Record<string, string>) => Promise<Response>]>([
    ["with GET", (client, form) => client.get(`/step/terms?${new URLSearchParams(form)}`)],
    ["for another step", (client, form) => client.post("/step/other", form)],
    ["without the step's name", (client, form) => client.post("/step", form)],
    ["with an empty form", (client, { csrfToken = "" }) => client.post("/step/terms", { csrfToken })],
    [
      "without the attempt's cookie",
      (client, form) => {
        client.jar.delete(ATTEMPT)
        return client.post("/step/terms", form)
      },
    ],
  ])("%s does nothing (threats 407 and 419)", async (_, complete) => {
    const service = await pauseService()
    const { client, form } = await paused(service)
    await complete(client, form)
    expect([await signedIn(client), service.step.handled, service.events]).toEqual([null, [], []])
  })
})

test.each(SIGN_IN_METHODS)(
  "nothing that is kept of a sign-in with %s contains a secret (threat 420)",
  async (method) => {
    const logged: string[] = []
    const log = (...parts: unknown[]) => void logged.push(parts.map((part) => String(part)).join(" "))
    const service = await pauseService({ config: { debug: true, logger: { error: log, warn: log, debug: log } } })
    const { adapter, ada, browser, prove, newest } = service
    const client = browser()
    const response = await prove(client, method)
    const page = await client.get("/step", { accept: "application/json" })
    const rows = await adapter.listAccountRecords("attempt", ada.id)
    const kept = [...logged, ...service.events, JSON.stringify(rows), await response.text(), await page.text()].join(
      "\n",
    )
    const code = method === "email code" || method === "magic link" ? newest().code : undefined
    const secrets = ["lovelace", "access_token", ADA.email, client.cookie(ATTEMPT)?.value, code]
    for (const secret of secrets) if (secret !== undefined) expect(kept).not.toContain(secret)
    expect(client.cookie(ATTEMPT)?.value.length).toBeLessThan(2048)
  },
)

describe("to every other route, a paused user is signed out:", () => {
  const TARGETS = { provider: "acme", "provider or none": undefined, asset: "none.css" } as const
  // A paused user may sign in again, cancel, and do the step
  const own = / (signin|callback|step|signout|assets)$/
  const routes = Object.entries(ROUTES).flatMap(([name, route]) =>
    route && !own.test(name) ? [{ name, target: route.target }] : [],
  )

  test.each(routes)("$name (threat 418)", async ({ name, target }) => {
    const service = await pauseService({ config: { secondFactor: {} } })
    const { client } = await paused(service)
    const [method = "", action = ""] = name.split(" ")
    const segment =
      typeof target === "object" ? target[0] : target === undefined ? undefined : Reflect.get(TARGETS, target)
    const path = `/${action}${segment === undefined ? "" : `/${String(segment)}`}`
    const ask = async (from: Browser) => {
      const fields = { csrfToken: await from.csrfToken(), change: "unlink", id: "acme", provider: "acme" }
      const headers = { "x-auth-return-redirect": "1" }
      const query = "?action=register"
      const response = await (method === "GET" ? from.get(path + query, headers) : from.post(path, fields, headers))
      const text = (await response.text()).replaceAll(/[\w-]{16,}/g, "…")
      return { status: response.status, location: location(response)?.replaceAll(/[\w-]{16,}/g, "…"), text }
    }
    expect(await ask(client)).toEqual(await ask(service.browser()))
    expect(await signedIn(client)).toBeNull()
  })

  test("helpers read and change nothing (threat 418)", async () => {
    const service = await pauseService()
    const { client } = await paused(service)
    const { auth } = service
    const request = client.request("/terms")
    expect(await auth.getSession(request)).toBeNull()
    expect(await auth.getAccount(request)).toBeNull()
    expect(await auth.listSessions(request).catch(() => [])).toEqual([])
    expect((await auth.updateSession(request, { name: "Eve" })).session).toBeNull()
    expect(await auth.getAccessToken(request, "acme").catch(() => null)).toBeNull()
  })
})
