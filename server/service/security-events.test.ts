import { beforeAll, describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../adapters/memory.ts"
import { createAuth } from "./auth.ts"
import { SECURITY_CHANGES, SECURITY_FAILURES, type SecurityEvent } from "../core/config/security-events.ts"
import type { AuthConfig } from "./config.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import { runAllFlows } from "../test-kit/event-flows.ts"
import { eventService, type EventService, type Exchange } from "../test-kit/event-service.ts"
import { ADA, passwordConfig } from "../test-kit/password-service.ts"
import { ROUTES } from "../test-kit/routes.ts"

const SITE = { env: { AUTH_URL: "https://app.test/auth" } }
const CLIENT = { address: "203.0.113.7" }

function passwordService(config: Partial<AuthConfig> = {}) {
  const events: SecurityEvent[] = []
  const errors: Error[] = []
  const logger = { error: (error: Error) => void errors.push(error), warn: () => undefined, debug: () => undefined }
  const security = (event: SecurityEvent) => void events.push(event)
  const auth = createAuth(passwordConfig({ logger, events: { security }, ...config }), SITE)
  const browser = cookieClient({ handle: (request) => auth.handle(request, CLIENT) })
  return { auth, events, errors, browser }
}

const summary = ({ route, status, location, writes, events }: Exchange) =>
  `${route} ${status} ${location} wrote ${writes.join()} and emitted ${events.map(({ type }) => type).join()}`

/** Routes that change no user, factor, session or email. */
const CHANGES_NOTHING = ["POST authorize", "POST session", "POST initiate-login"]
/** Native apps exclude bound sessions, so device-bound.test.ts has these. */
const ELSEWHERE = ["POST device-bound"]

describe("every route", () => {
  const run: { service?: EventService } = {}
  beforeAll(async () => {
    run.service = await eventService()
    run.service.exchanges.length = 0
    await runAllFlows(run.service)
  })
  const exchanges = () => run.service?.exchanges ?? []

  test("emits an event for each change (threat 514)", () => {
    const silent = exchanges().filter(({ writes, events }) => writes.length > 0 && events.length === 0)
    expect(silent.map(summary)).toEqual([])
    expect(exchanges().filter(({ writes }) => writes.length > 0).length).toBeGreaterThan(30)
  })

  test("emits an event for each rejection (threat 514)", () => {
    const isRejected = ({ status, location }: Exchange) => status >= 400 || /[?&]error=/.test(location)
    const rejected = exchanges().filter(isRejected)
    const silent = rejected.filter(({ events }) => !events.some(({ outcome }) => outcome === "failure"))
    expect(silent.map(summary)).toEqual([])
    expect(rejected.length).toBeGreaterThan(20)
  })

  test("that changes something is part of this test, with a success and a failure", () => {
    const posts = Object.keys(ROUTES).filter((route) => route.startsWith("POST "))
    const covered = (outcome: "success" | "failure") =>
      posts.filter((name) =>
        exchanges().some(({ route, events }) => route === name && events.some((event) => event.outcome === outcome)),
      )
    const expected = posts.filter((route) => ![...CHANGES_NOTHING, ...ELSEWHERE].includes(route))
    expect(covered("failure")).toEqual(expected.filter((route) => route !== "POST signout"))
    expect(covered("success")).toEqual(expected.filter((route) => route !== "POST backchannel-logout"))
  })

  test("emits each event once, with a frozen copy of the listed fields only (threats 512, 514)", () => {
    const events = exchanges().flatMap((exchange) => exchange.events)
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    const fields = ["id", "at", "actor", "userId", "identifierHash", "address", "device", "route", "provider"]
    for (const event of events) {
      expect(Object.keys(event)).toEqual([...fields, "method", "type", "outcome", "error"])
      expect(Object.isFrozen(event) && Object.isFrozen(event.actor) && Object.isFrozen(event.device)).toBe(true)
      expect(JSON.stringify(event).length).toBeLessThan(2048)
      const types: readonly string[] = event.outcome === "failure" ? SECURITY_FAILURES : SECURITY_CHANGES
      expect(types).toContain(event.type)
      expect(event.address).toBeNull() // rate limits are off
    }
  })

  test("puts no secret of the run into an event (threat 512)", async () => {
    const { secrets, adapter, ada } = run.service ?? expect.fail("The flows didn't run")
    for (const kind of ["factor", "recovery-codes", "trusted-device", "attempt", "pending-change", "undo"] as const)
      for (const record of await adapter.listAccountRecords(kind, ada.id)) secrets.add(record.data)
    const texts = [...secrets].filter((text) => text.length >= 6)
    expect(texts.length).toBeGreaterThan(100)
    const uuid = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g // one may have the digits of a code by chance
    const log = exchanges().flatMap(({ events }) => events.map((event) => JSON.stringify(event).replaceAll(uuid, "")))
    for (const secret of texts) expect(log.filter((line) => line.includes(secret))).toEqual([])
    expect(log.join()).not.toMatch(/https?:|@app\.test|Ada|hunter2/)
  })
})

test("describes a failed and a successful sign-in", async () => {
  const { events, browser } = passwordService()
  const headers = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" }
  await browser.signInWith("credentials", { ...ADA, password: "wrong" }, headers)
  await browser.signInWith("credentials", ADA, headers)
  const shared = {
    id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
    address: "203.0.113.7",
    device: { type: "desktop", browser: "Firefox", system: "Linux" },
    route: "POST callback",
    provider: "credentials",
    method: "credentials",
  }
  const [failed, signedIn] = events
  expect(events).toHaveLength(2)
  expect(failed).toEqual({
    ...shared,
    ...{ type: "signInFailed", outcome: "failure", error: "CredentialsSignin", actor: { kind: "anonymous" } },
    ...{ userId: null, identifierHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
  })
  const userId = signedIn?.userId ?? expect.fail("The event names no user")
  expect(signedIn).toEqual({
    ...shared,
    ...{ type: "signedIn", outcome: "success", error: null, actor: { kind: "user", id: userId } },
    ...{ userId, identifierHash: null },
  })
})

test.each([
  ["a form of another site", "requestRejected", "403", { origin: "https://evil.test" }, {}],
  ["a form without a CSRF token", "requestRejected", "MissingCSRF", {}, { csrfToken: "" }],
] as const)("reports %s", async (_, type, error, headers, fields) => {
  const { events, browser } = passwordService()
  const csrfToken = await browser.csrfToken()
  await browser.post("/callback/credentials", { ...ADA, csrfToken, ...fields }, headers)
  expect(events).toMatchObject([{ type, error, route: "POST callback" }])
})

test.each([
  ["an unknown path", "/nothing", {}, "404"],
  ["an unknown method", "/signin", { method: "PUT" }, "405"],
  ["a URL that is too long", `/signin?x=${"x".repeat(9000)}`, {}, "414"],
])("reports %s, whose route isn't known", async (_, path, init, error) => {
  const { events, browser } = passwordService()
  await browser.send(path, init)
  expect(events).toMatchObject([{ type: "requestRejected", error, route: null, address: "203.0.113.7" }])
})

test("reports too many attempts, and a database that fails", async () => {
  const limits = { credentials: { points: 1, seconds: 60 } }
  const { events, browser } = passwordService({ rateLimit: { limits } })
  for (let attempt = 0; attempt < 2; attempt++) await browser.signInWith("credentials", { ...ADA, password: "wrong" })
  expect(events.map(({ type, error }) => [type, error])).toEqual([
    ["signInFailed", "CredentialsSignin"],
    ["rateLimited", "RateLimited"],
  ])
  const adapter = { ...MemoryAdapter(), createSession: () => Promise.reject(new Error("down")) }
  const broken = passwordService({ adapter, session: { strategy: "database" } })
  await broken.browser.signInWith("credentials", ADA)
  expect(broken.events).toMatchObject([{ type: "signInFailed", outcome: "failure" }])
})

test("reports what the app's own code does with helpers", async () => {
  const { auth, events, browser } = passwordService()
  await browser.signInWith("credentials", ADA)
  events.length = 0
  await auth.signOut(browser.request("/"))
  expect(events).toMatchObject([{ type: "signedOut", route: "POST signout", actor: { kind: "user" } }])
})

describe("text that an attacker chooses (threat 513)", () => {
  const TEXTS = [
    "\r\nevil: 1",
    "\u001b[31mevil",
    "evil\u2028\u2029",
    '"},{"type":"evil',
    "=HYPERLINK(evil)",
    "evil".repeat(25_000),
  ]

  test.each(TEXTS)("stays out of the event: %j", async (text) => {
    const { events, browser } = passwordService()
    const header = text.replaceAll(/[^ -~]/g, "").slice(0, 8000)
    await browser.signInWith(
      "credentials",
      { username: text, password: text, email: text },
      { "user-agent": header, "x-forwarded-for": header, "sec-ch-ua": header, "sec-ch-ua-platform": header },
    )
    await browser.get(`/callback/${encodeURIComponent(text.slice(0, 1000))}`)
    const log = events.map((event) => JSON.stringify(event))
    expect(log).toHaveLength(2)
    for (const line of log) {
      expect(line).not.toMatch(/evil|[\p{Cc}\p{Zl}\p{Zp}]/u)
      expect(line.length).toBeLessThan(1024)
    }
  })

  test.each(TEXTS)("stays out of the event of a provider's error or a passkey's response: %j", async (text) => {
    const service = await eventService()
    const from = service.browser()
    const csrfToken = await from.csrfToken()
    service.exchanges.length = 0
    const short = text.slice(0, 1000)
    const query = new URLSearchParams({ error: short, error_description: short, state: short, code: short })
    await from.get(`/callback/acme?${query}`)
    for (const data of [text, { id: text, rawId: text, type: text, response: { clientDataJSON: text } }])
      await from.postJson("/callback/passkey", { csrfToken, action: "authenticate", data })
    const log = service.exchanges.flatMap(({ events }) => events.map((event) => JSON.stringify(event)))
    expect(log.length).toBeGreaterThanOrEqual(3)
    for (const line of log) expect(line).not.toMatch(/evil|[\p{Cc}\p{Zl}\p{Zp}]/u)
  })

  test("is escaped and cut in the id of a user", async () => {
    const { events, browser } = passwordService({
      callbacks: { signIn: () => true, jwt: ({ token }) => token },
      providers: [
        {
          ...{ id: "odd", name: "Odd", type: "credentials", credentials: { username: {} } },
          authorize: () => ({ id: `a\r\nb\u2028${"x".repeat(1000)}` }),
        },
      ],
    })
    await browser.signInWith("odd", { username: "ada" })
    expect(events[0]?.userId).toMatch(/^a\\u000d\\u000ab\\u2028x+$/)
    expect(events[0]?.userId?.length).toBe(255)
  })
})

describe("a handler that (threat 514)", () => {
  const handlers: [string, () => unknown][] = [
    ["throws", () => expect.fail("no")],
    ["rejects", () => Promise.reject(new Error("no"))],
    ["hangs", () => new Promise(() => undefined)],
  ]
  test.each(handlers)("%s doesn't change or delay the response", async (name, handler) => {
    const security = vi.fn((event: SecurityEvent) => {
      expect(() => Object.assign(event, { userId: "eve" })).toThrow(TypeError)
      return handler() as void // an app's handler may be wrong
    })
    const { browser, errors } = passwordService({ events: { security } })
    const response = await browser.signInWith("credentials", ADA)
    expect(response.headers.get("location")).toBe("https://app.test/")
    expect(security).toHaveBeenCalledOnce()
    const expected = name === "hangs" ? [] : ["The security event handler failed"]
    await vi.waitFor(() => expect(errors.map(({ message }) => message)).toEqual(expected))
  })

  test("signs the user out doesn't change the response, and the sign-in stays one event", async () => {
    const service = await eventService()
    const seen: string[] = []
    const security = async ({ type, userId }: SecurityEvent) => {
      seen.push(type)
      for (const { sessionToken } of await service.adapter.listSessions(userId ?? ""))
        await service.adapter.deleteSession(sessionToken)
    }
    const auth = createAuth({ ...service.settings, steps: [], events: { security } }, SITE)
    const from = cookieClient(auth)
    const response = await service.prove(from, "credentials")
    expect(response.headers.get("location")).toBe("https://app.test/")
    await vi.waitFor(async () => expect(await service.adapter.listSessions(service.ada.id)).toEqual([]))
    expect([seen, await (await from.get("/session")).json()]).toEqual([["signedIn"], null])
  })

  test("reads the database finds the change", async () => {
    const service = await eventService()
    const found: unknown[] = []
    const security = async ({ userId }: SecurityEvent) =>
      void found.push((await service.adapter.listSessions(userId ?? "")).length)
    const auth = createAuth({ ...service.settings, steps: [], events: { security } }, SITE)
    const before = (await service.adapter.listSessions(service.ada.id)).length
    await service.prove(cookieClient(auth), "credentials")
    await vi.waitFor(() => expect(found).toEqual([before + 1]))
  })
})

test("costs nothing without a handler", async () => {
  const { browser, auth } = passwordService({ events: {} })
  await browser.signInWith("credentials", ADA)
  expect((await auth.getSession(browser.request("/")))?.user?.name).toBeDefined()
})
