import { describe, expect, test } from "vitest"
import { ADA, pauseService, SIGN_IN_METHODS, signedIn } from "../../test-kit/pause-service.ts"

const ATTEMPT = "__Host-latchkit.attempt"
const STRATEGIES = ["jwt", "database"] as const
const location = (response: Response) => response.headers.get("location")

describe.each(STRATEGIES)("with the %s strategy", (strategy) => {
  test.each(SIGN_IN_METHODS)(
    "a sign-in with %s that waits for a step opens no session (threat 401)",
    async (method) => {
      const { adapter, ada, browser, prove, events } = await pauseService({ strategy })
      await adapter.deleteSessions(ada.id)
      const client = browser()
      const response = await prove(client, method)
      expect(location(response)).toBe("https://app.test/terms")
      const set = response.headers.getSetCookie().filter((line) => !/; Max-Age=0/i.test(line))
      expect(set.map((line) => line.split("=")[0])).toEqual(["__Host-latchkit.flow", ATTEMPT])
      expect(await signedIn(client)).toBeNull()
      expect(await adapter.listSessions(ada.id)).toEqual([])
      expect(events).toEqual([])
    },
  )

  test.each(SIGN_IN_METHODS)("a sign-in with %s goes on after the step", async (method) => {
    const { browser, prove, submit, events, step } = await pauseService({ strategy })
    const client = browser()
    await prove(client, method, { fields: { callbackUrl: "/inbox" } })
    const response = await submit(client, { accept: "yes", note: "hi" })
    expect(location(response)).toBe("https://app.test/inbox")
    expect(step.handled).toEqual([{ accept: "yes", note: "hi" }])
    expect(await signedIn(client)).toBe(ADA.email)
    expect(events.filter((name) => name === "signIn")).toHaveLength(1)
    expect(client.jar.has(ATTEMPT)).toBe(false)
  })

  test("JSON has the step as `GET step` returns it", async () => {
    const { browser, prove, submit, JSON_MODE } = await pauseService({ strategy })
    const client = browser()
    const paused = await prove(client, "credentials", { mode: "JSON" })
    const stepProps: unknown = await (await client.get("/step", { accept: "application/json" })).json()
    const openStep = { url: "https://app.test/terms", step: "terms", stepProps }
    expect(await paused.json()).toEqual(openStep)
    expect(await (await submit(client, {}, JSON_MODE)).json()).toEqual(openStep)
    const done = await submit(client, { accept: "yes" }, JSON_MODE)
    expect(await done.json()).toEqual({ url: "https://app.test/" })
    expect(await signedIn(client)).toBe(ADA.email)
  })
})

test("the helper `signIn` returns the step", async () => {
  const { auth, browser } = await pauseService()
  const result = await auth.signIn(browser().request("/"), "credentials", {
    fields: { username: "ada", password: "lovelace" },
  })
  expect(result).toMatchObject({ url: "https://app.test/terms", step: "terms" })
  expect(result.cookies.map((line) => line.split("=")[0])).toContain(ATTEMPT)
  expect(result.cookies.some((line) => line.includes("session-token"))).toBe(false)
})

test.each(["credentials", "oidc"] as const)(
  "a user whose picture is a large data URL signs in with %s and a step, and keeps it",
  async (method) => {
    const image = `data:image/jpeg;base64,${"A".repeat(100_000)}`
    const profile = ({ sub, email }: { sub?: unknown; email?: unknown }) => ({
      ...{ id: String(sub), email: String(email), image },
    })
    const { adapter, ada, browser, prove, submit, errors } = await pauseService({
      strategy: "database",
      acme: { profile },
    })
    await adapter.updateUser({ id: ada.id, image })
    const client = browser()
    expect([location(await prove(client, method)), errors]).toEqual(["https://app.test/terms", []])
    expect(location(await submit(client))).toBe("https://app.test/")
    expect(await (await client.get("/session")).json()).toMatchObject({ user: { email: ADA.email, image } })
  },
)

test("the app's page sees only the user's id, the step and the form (threat 419)", async () => {
  const { auth, ada, browser, prove } = await pauseService()
  const client = browser()
  expect((await auth.openStep(client.request("/terms"))).step).toBeNull()
  await prove(client, "credentials")
  expect((await auth.openStep(client.request("/terms"))).step).toEqual({
    userId: ada.id,
    step: "terms",
    action: "https://app.test/auth/step/terms",
    fields: { csrfToken: expect.any(String), attempt: expect.stringMatching(/^[0-9a-f]{16}$/) },
  })
  expect(await auth.getSession(client.request("/terms"))).toBeNull()
})

describe("only a plain `false` lets a user go on:", () => {
  test.each([
    ["undefined", undefined],
    ["a text", "no"],
    ["null", null],
    ["0", 0],
    ["a Response", new Response()],
    ["a rejected promise", () => Promise.reject(new Error("down"))],
  ])("%s counts as needed (threat 410)", async (_, needed) => {
    const { browser, prove, step } = await pauseService()
    Object.defineProperty(step, "needed", { get: () => (typeof needed === "function" ? needed() : needed) })
    const client = browser()
    expect(location(await prove(client, "credentials"))).toBe("https://app.test/terms")
    expect(await signedIn(client)).toBeNull()
  })
})

describe("an attempt is rejected", () => {
  const expired = "https://app.test/auth/signin?error=AttemptExpired"

  test("in another browser (threat 403)", async () => {
    const { auth, browser, prove } = await pauseService()
    const client = browser()
    await prove(client, "credentials")
    const { step } = await auth.openStep(client.request("/terms"))
    const thief = browser()
    await thief.csrfToken()
    const stolen = client.jar.get(ATTEMPT)
    if (stolen) thief.jar.set(ATTEMPT, stolen)
    expect((await auth.openStep(thief.request("/terms"))).step).toBeNull()
    const fields = { csrfToken: await thief.csrfToken(), attempt: step?.fields.attempt ?? "", accept: "yes" }
    expect(location(await thief.post("/step/terms", fields))).toBe(expired)
    expect(await signedIn(thief)).toBeNull()
  })

  test("a second time, also in parallel (threat 404)", async () => {
    const { auth, browser, prove, events } = await pauseService()
    const client = browser()
    await prove(client, "credentials")
    const { step } = await auth.openStep(client.request("/terms"))
    const before = new Map(client.jar)
    const fields = { csrfToken: await client.csrfToken(), attempt: step?.fields.attempt ?? "", accept: "yes" }
    const all = await Promise.all(
      Array.from({ length: 50 }, () => browser(new Map(before)).post("/step/terms", fields)),
    )
    expect(all.filter((response) => location(response) === "https://app.test/")).toHaveLength(1)
    expect(events.filter((name) => name === "signIn")).toHaveLength(1)
    expect(location(await browser(new Map(before)).post("/step/terms", fields))).toBe(expired)
  })

  test("and deleted after it expired, when another sign-in waits", async () => {
    const time = { now: Date.now() }
    const { adapter, ada, browser, prove, sent } = await pauseService({
      strategy: "jwt",
      config: { clock: () => time.now, rateLimit: false },
    })
    await prove(browser(), "credentials")
    time.now += 2 * 3_600_000
    await prove(browser(), "credentials")
    await sent() // the deletion goes on after the response, too
    expect(await adapter.listAccountRecords("attempt", ada.id)).toHaveLength(1)
  })

  test("after 10 minutes, and after it was canceled (threat 404)", async () => {
    const time = { now: Date.now() }
    const { browser, prove, submit } = await pauseService({ config: { clock: () => time.now } })
    const late = browser()
    await prove(late, "credentials")
    time.now += 10 * 60_000
    expect(location(await submit(late))).toBe(expired)
    const canceled = browser()
    await prove(canceled, "credentials")
    const kept = new Map(canceled.jar)
    expect(location(await submit(canceled, { cancel: "1" }))).toBe(
      "https://app.test/auth/signin?callbackUrl=https%3A%2F%2Fapp.test%2F",
    )
    expect(canceled.jar.has(ATTEMPT)).toBe(false)
    expect(location(await submit(browser(kept)))).toBe(expired)
  })

  test.each([
    ["deleted", async ({ adapter, ada }: Paused) => void (await adapter.deleteUser(ada.id))],
    [
      "given another email",
      async ({ adapter, ada }: Paused) => void (await adapter.updateUser({ id: ada.id, email: "new@app.test" })),
    ],
    [
      "signed out everywhere",
      async ({ auth, browser, prove, step }: Paused) => {
        step.needed = false
        const owner = browser()
        await prove(owner, "passkey")
        await auth.revokeOtherSessions(owner.request("/"))
        step.needed = true
      },
    ],
    [
      "unlinked",
      async ({ adapter }: Paused) => void (await adapter.unlinkAccount({ provider: "acme", providerAccountId: "ada" })),
    ],
  ])("if the user was %s meanwhile (threat 409)", async (_, change) => {
    const service = await pauseService({ strategy: "database" })
    const client = service.browser()
    await service.prove(client, "oidc")
    const { step } = await service.auth.openStep(client.request("/terms"))
    await change(service)
    const fields = { csrfToken: await client.csrfToken(), attempt: step?.fields.attempt ?? "", accept: "yes" }
    expect(location(await client.post("/step/terms", fields))).toBe(expired)
    expect(await signedIn(client)).toBeNull()
  })

  test("if the `signIn` callback would deny it now (threat 409)", async () => {
    const access = { allowed: true }
    const { browser, prove, submit } = await pauseService({ config: { callbacks: { signIn: () => access.allowed } } })
    const client = browser()
    await prove(client, "credentials")
    access.allowed = false
    expect(location(await submit(client))).toContain("error=AccessDenied")
    expect(await signedIn(client)).toBeNull()
  })
})

type Paused = Awaited<ReturnType<typeof pauseService>>

test("a new proof starts a new attempt: an older form can't finish it (threat 413)", async () => {
  const { auth, browser, prove } = await pauseService()
  const client = browser()
  await prove(client, "credentials")
  const { step: older } = await auth.openStep(client.request("/terms"))
  await prove(client, "oidc")
  const fields = { csrfToken: await client.csrfToken(), attempt: older?.fields.attempt ?? "", accept: "yes" }
  expect(location(await client.post("/step/terms", fields))).toContain("AttemptExpired")
  expect(await signedIn(client)).toBeNull()
})

describe("an attempt is no session:", () => {
  test("account pages and actions reject it (threat 418)", async () => {
    const { browser, prove } = await pauseService()
    const client = browser()
    await prove(client, "credentials")
    expect(await (await client.get("/account")).json()).toBeNull()
    expect((await client.get("/webauthn-options/passkey?action=register")).status).toBe(400)
    const csrfToken = await client.csrfToken()
    const response = await client.post(
      "/account",
      { csrfToken, change: "unlink", id: "x" },
      { "x-auth-return-redirect": "1" },
    )
    expect(await response.json()).toMatchObject({ error: "SessionRequired" })
  })

  test("its cookie opens nothing else, and no other value opens it (threat 405)", async () => {
    const { auth, browser, prove } = await pauseService()
    const client = browser()
    await prove(client, "credentials")
    const attempt = client.jar.get(ATTEMPT)
    if (!attempt) throw new Error("The attempt has a cookie")
    for (const name of ["__Host-latchkit.session-token", "__Host-latchkit.email", "__Host-latchkit.state"]) {
      const other = browser(new Map(client.jar).set(name, attempt))
      expect(await signedIn(other)).toBeNull()
    }
    const sealed = client.jar.get("__Host-latchkit.csrf-token")
    if (sealed) client.jar.set(ATTEMPT, sealed)
    expect((await auth.openStep(client.request("/terms"))).step).toBeNull()
  })

  test("neither its cookie nor its row contains a password or a provider's token (threat 420)", async () => {
    const { adapter, ada, browser, prove } = await pauseService()
    const client = browser()
    await prove(client, "oauth")
    expect((client.jar.get(ATTEMPT)?.value ?? "").length).toBeLessThan(2048)
    const rows = JSON.stringify(await adapter.listAccountRecords("attempt", ada.id))
    expect(rows).not.toContain("ada@app.test")
    expect(rows).not.toContain('"at"')
  })
})

describe("what the form of a step sends", () => {
  test("changes nothing that the sign-in began with (threats 411, 415, 416)", async () => {
    const { browser, prove, submit } = await pauseService()
    const client = browser()
    await prove(client, "credentials", { fields: { callbackUrl: "https://evil.test/" } })
    const response = await submit(client, {
      accept: "yes",
      callbackUrl: "/elsewhere",
      remember: "yes",
      user: "1",
      step: "done",
      redirectTo: "/x",
    })
    expect(location(response)).toBe("https://app.test/")
  })

  test("a POST to another step, or to none, doesn't count (threat 407)", async () => {
    const { auth, browser, prove } = await pauseService()
    const client = browser()
    await prove(client, "credentials")
    const { step } = await auth.openStep(client.request("/terms"))
    const fields = { csrfToken: await client.csrfToken(), attempt: step?.fields.attempt ?? "", accept: "yes" }
    for (const path of ["/step/other", "/step/constructor", "/step/__proto__"])
      expect([404, 302, 303]).toContain((await client.post(path, fields)).status)
    expect((await client.post("/step/terms", { ...fields, csrfToken: "no" })).headers.get("location")).toContain(
      "MissingCSRF",
    )
    expect(await signedIn(client)).toBeNull()
  })
})

test("the sign-in page leads to the open step", async () => {
  const { browser, prove } = await pauseService()
  const client = browser()
  await prove(client, "credentials")
  expect(location(await client.get("/signin"))).toBe("https://app.test/auth/step")
  expect(location(await client.get("/step"))).toBe("https://app.test/terms")
})

describe("every step form", () => {
  test.each([
    ["another site", { origin: "https://evil.test", "sec-fetch-site": "cross-site" }],
    ["a sibling host", { origin: "https://other.app.test", "sec-fetch-site": "same-site" }],
  ])("is rejected from %s, also to cancel (threat 421)", async (_, headers) => {
    const { auth, browser, prove } = await pauseService()
    const client = browser()
    await prove(client, "credentials")
    const { step } = await auth.openStep(client.request("/terms"))
    const fields = { csrfToken: await client.csrfToken(), attempt: step?.fields.attempt ?? "" }
    expect((await client.post("/step/terms", { ...fields, accept: "yes" }, headers)).status).toBe(403)
    expect((await client.post("/step/terms", { ...fields, cancel: "1" }, headers)).status).toBe(403)
    expect((await auth.openStep(client.request("/terms"))).step).not.toBeNull()
    expect(await signedIn(client)).toBeNull()
  })
})

test("an attempt that an attacker plants in another browser isn't resumed there (threat 414)", async () => {
  const { auth, browser, prove } = await pauseService()
  const attacker = browser()
  await prove(attacker, "credentials")
  const victim = browser()
  await victim.csrfToken()
  const planted = attacker.jar.get(ATTEMPT)
  if (planted) victim.jar.set(ATTEMPT, planted)
  expect((await auth.openStep(victim.request("/terms"))).step).toBeNull()
  expect(location(await victim.get("/step"))).toBe("https://app.test/auth/signin")
})
