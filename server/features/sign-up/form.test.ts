import { describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { GRACE, NEW_PASSWORD, passwordAccountService, signedIn } from "../../test-kit/password-account-service.ts"

/** Returns the parts of a response that anyone can see. */
async function visible(response: Response) {
  const headers = [...response.headers].map(([name, value]) => [name, name === "set-cookie" ? "" : value])
  const cookies = response.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, (value) => `=${value.length}`))
  return { status: response.status, headers, cookies, body: (await response.text()).replaceAll(/[\da-f]{64}/g, "") }
}

describe("a sign-up", () => {
  test.each(["jwt", "database"] as const)("signs in with the code of the email (%s sessions)", async (strategy) => {
    const { browser, post, newest, adapter, events } = passwordAccountService({ config: { session: { strategy } } })
    const grace = browser()
    const asked = await post(grace, "/sign-up", GRACE)
    expect(asked.status).toBe(303)
    expect(asked.headers.get("location")).toBe("https://app.test/auth/sign-up?status=sent")
    expect(await adapter.getUserByEmail(GRACE.email)).toBeNull()
    const page = await (await grace.get("/sign-up?status=sent")).text()
    expect(page).toContain("grace@app.test")
    const { code = "", kind, identifier } = await newest()
    expect({ kind, identifier }).toEqual({ kind: "confirm-sign-up", identifier: GRACE.email })
    const done = await post(grace, "/sign-up", { code })
    expect(done.headers.get("location")).toBe("https://app.test/")
    expect(await signedIn(grace)).toBe(GRACE.email)
    expect((await adapter.getUserByEmail(GRACE.email))?.emailVerified).toBeInstanceOf(Date)
    expect(events).toEqual(["createUser", "signIn"])
  })

  test.each(["https://evil.test/", "//evil.test", "/\\evil.test", "javascript:alert(1)"])(
    "shows no callback URL like %s, in a form or as JSON (threats 1 and 9)",
    async (callbackUrl) => {
      const { browser, post } = passwordAccountService()
      const eve = browser()
      const page = `/sign-up?${new URLSearchParams({ callbackUrl })}`
      const shown = [
        await (await eve.get(page)).text(),
        await (await eve.get(page, { accept: "application/json" })).text(),
        await (await post(eve, page, { email: "no address", password: NEW_PASSWORD, callbackUrl })).text(),
      ]
      expect(shown.join()).not.toMatch(/evil|javascript:alert/)
      const own = await (await eve.get("/sign-up?callbackUrl=/journal", { accept: "application/json" })).json()
      expect(own).toMatchObject({ callbackUrl: "https://app.test/journal" })
    },
  )

  test("keeps the typed password if the link is opened in the same browser", async () => {
    const { browser, post, newest, signIn, tokenIn } = passwordAccountService()
    const grace = browser()
    await post(grace, "/sign-up", GRACE)
    const link = await newest()
    const opened = await grace.get(link.url)
    expect(opened.headers.get("location")).toBe("https://app.test/auth/sign-up?status=confirm")
    const page = await (await grace.get("/sign-up?status=confirm")).text()
    expect(page).not.toContain('type="password"')
    expect((await post(grace, "/sign-up", { token: tokenIn(link) })).headers.get("location")).toBe("https://app.test/")
    const other = browser()
    await signIn(other)
    expect(await signedIn(other)).toBe(GRACE.email)
  })

  test("lets the mailbox's owner choose the password in any other browser (threat 471)", async () => {
    const { browser, post, newest, signIn, tokenIn, adapter } = passwordAccountService({
      password: { fields: { name: { label: "Name" } } },
    })
    const attacker = browser()
    await post(attacker, "/sign-up", { ...GRACE, name: "Chosen by the attacker" })
    const link = await newest()
    const owner = browser()
    await owner.get(link.url)
    expect(await (await owner.get("/sign-up?status=confirm")).text()).toContain('autocomplete="new-password"')
    const without = await post(owner, "/sign-up", { token: tokenIn(link) })
    expect(without.status).toBe(400)
    expect(await adapter.getUserByEmail(GRACE.email)).toBeNull()
    await post(owner, "/sign-up", { token: tokenIn(link), password: NEW_PASSWORD, name: "Grace" })
    expect(await signedIn(owner)).toBe(GRACE.email)
    expect((await adapter.getUserByEmail(GRACE.email))?.name).toBe("Grace")
    for (const from of [attacker, browser()]) {
      await signIn(from)
      expect(await signedIn(from)).toBeNull()
    }
    await signIn(attacker, { email: GRACE.email, password: NEW_PASSWORD })
    expect(await signedIn(attacker)).toBe(GRACE.email)
  })

  test("takes the code only in the browser that asked (threat 480)", async () => {
    const { browser, post, newest, adapter } = passwordAccountService()
    await post(browser(), "/sign-up", GRACE)
    const { code = "" } = await newest()
    const other = browser()
    await post(other, "/sign-up", { email: "eve@app.test", password: GRACE.password })
    expect((await post(other, "/sign-up", { code })).headers.get("location")).toContain("error=InvalidCode")
    expect(await adapter.getUserByEmail(GRACE.email)).toBeNull()
  })

  test("accepts five tries of a code, and then not even the right one (threat 480)", async () => {
    const { browser, post, newest, adapter } = passwordAccountService()
    const grace = browser()
    await post(grace, "/sign-up", GRACE)
    const { code = "" } = await newest()
    const wrong = code === "000000" ? "111111" : "000000"
    const tries = await Promise.all(Array.from({ length: 5 }, () => post(grace, "/sign-up", { code: wrong })))
    for (const { headers } of tries) expect(headers.get("location")).toContain("error=InvalidCode")
    expect((await post(grace, "/sign-up", { code })).headers.get("location")).toContain("error=InvalidCode")
    expect(await adapter.getUserByEmail(GRACE.email)).toBeNull()
  })

  test("looks the same for a known address, which gets another email (threat 472)", async () => {
    const { browser, post, signUp, sent, emails } = passwordAccountService()
    await signUp(browser())
    emails.length = 0
    const known = await visible(await post(browser(), "/sign-up", { ...GRACE, password: NEW_PASSWORD }))
    const unknown = await visible(await post(browser(), "/sign-up", { ...GRACE, email: "alice@app.test" }))
    expect(known).toEqual(unknown)
    expect((await sent()).map(({ kind, identifier }) => [kind, identifier])).toEqual([
      ["already-registered", GRACE.email],
      ["confirm-sign-up", "alice@app.test"],
    ])
    expect(emails[0]?.code).toBeUndefined()
    for (const weak of ["short", "passwordpassword"]) {
      const [one, other] = await Promise.all(
        [GRACE.email, "bob12@app.test"].map(
          async (email) => (await visible(await post(browser(), "/sign-up", { email, password: weak }))).status,
        ),
      )
      expect([one, other]).toEqual([400, 400])
    }
  })

  test("answers before a slow email is sent, and the same if it fails (threat 472)", async () => {
    const send = vi.fn(() => Promise.reject(new Error("The mail server is down")))
    const { browser, post, errors } = passwordAccountService({ mail: { sendAccountEmail: send } })
    const response = await post(browser(), "/sign-up", GRACE)
    expect(send).not.toHaveBeenCalled()
    expect(response.status).toBe(303)
    const failure = 'The email "confirm-sign-up" was not sent: The mail server is down'
    await vi.waitFor(() => expect(errors.map(({ message }) => message)).toEqual([failure]))
    expect(send).toHaveBeenCalledOnce()
  })

  test("creates one user of two sign-ups with one address (threat 473)", async () => {
    const { browser, post, newest, adapter, signIn, tokenIn } = passwordAccountService()
    const [first, second] = [browser(), browser()]
    await post(first, "/sign-up", GRACE)
    const one = await newest()
    await post(second, "/sign-up", { ...GRACE, password: NEW_PASSWORD })
    const other = await newest()
    const create = vi.spyOn(adapter, "createUser")
    const attempts = Array.from({ length: 25 }, () => [
      post(first, "/sign-up", { token: tokenIn(one) }),
      post(second, "/sign-up", { token: tokenIn(other) }),
    ])
    const statuses = (await Promise.all(attempts.flat())).map((response) => response.headers.get("location"))
    expect(statuses.filter((location) => location === "https://app.test/")).toHaveLength(1)
    expect(create.mock.results.filter(({ type }) => type === "return").length).toBeGreaterThanOrEqual(1)
    const works = await Promise.all(
      [GRACE.password, NEW_PASSWORD].map(async (password) => {
        const from = browser()
        await signIn(from, { email: GRACE.email, password })
        return signedIn(from)
      }),
    )
    expect(works.filter(Boolean)).toEqual([GRACE.email])
  })

  test("leaves no user without a password if a database without transactions fails meanwhile", async () => {
    const { transaction: _, ...adapter } = MemoryAdapter()
    const failing = { calls: 0 }
    const createAccountRecord: typeof adapter.createAccountRecord = async (record) => {
      if (record.kind === "password" && failing.calls > 0 && failing.calls--) throw new Error("The database is down")
      return adapter.createAccountRecord(record)
    }
    const { browser, signUp } = passwordAccountService({ adapter: { ...adapter, createAccountRecord } })
    const grace = browser()
    failing.calls = 3 // each try of one request
    await signUp(grace)
    expect([await signedIn(grace), await adapter.getUserByEmail(GRACE.email)]).toEqual([null, null])
    await signUp(grace)
    expect(await signedIn(grace)).toBe(GRACE.email)
  })

  test("stays open after scanners opened the link (threat 488)", async () => {
    const { browser, post, newest, auth, adapter, tokenIn } = passwordAccountService()
    const grace = browser()
    await post(grace, "/sign-up", GRACE)
    const link = await newest()
    for (const method of ["GET", "HEAD"])
      for (const purpose of ["", "prefetch", "prerender"])
        await auth.handle(new Request(link.url, { method, headers: purpose ? { "sec-purpose": purpose } : {} }))
    const scanner = browser()
    await scanner.get(link.url)
    await scanner.get("/sign-up?status=confirm")
    expect(await adapter.getUserByEmail(GRACE.email)).toBeNull()
    await post(grace, "/sign-up", { token: tokenIn(link) })
    expect(await signedIn(grace)).toBe(GRACE.email)
  })

  test("sends a second email, whose older link then no longer works", async () => {
    const { browser, post, newest, sent, tokenIn } = passwordAccountService()
    const grace = browser()
    await post(grace, "/sign-up", GRACE)
    const old = await newest()
    await post(grace, "/sign-up", { resend: "1", email: "eve@app.test" })
    expect((await sent()).map(({ identifier }) => identifier)).toEqual([GRACE.email, GRACE.email])
    expect((await post(grace, "/sign-up", { token: tokenIn(old) })).status).toBe(400)
    await post(grace, "/sign-up", { token: tokenIn(await newest()) })
    expect(await signedIn(grace)).toBe(GRACE.email)
  })

  test("sends at most 5 emails to a mailbox, known or not (threat 474)", async () => {
    const { browser, post, signUp, sent, emails } = passwordAccountService({ config: { rateLimit: {} } })
    await signUp(browser())
    emails.length = 0
    const statuses = async (email: string) => {
      const responses: Response[] = []
      for (let count = 0; count < 7; count++)
        responses.push(await post(browser(), "/sign-up", { email, password: NEW_PASSWORD }))
      return responses.map(({ status }) => status)
    }
    expect((await statuses(GRACE.email)).slice(-2)).toEqual([429, 429])
    expect((await statuses("alice@app.test")).slice(-2)).toEqual([429, 429])
    expect((await sent()).length).toBeLessThanOrEqual(10)
  })

  test.each(["off", "invite"] as const)(
    "with signUp %s creates no user through any door (threat 475)",
    async (signUp) => {
      const { browser, post, adapter, links, sent } = passwordAccountService({ password: { signUp } })
      const eve = browser()
      if (signUp === "off") {
        expect((await eve.get("/sign-up")).status).toBe(404)
        expect((await post(eve, "/sign-up", GRACE)).status).toBe(404)
      } else {
        const denied = "https://app.test/auth/error?error=AccessDenied"
        expect((await eve.get("/sign-up")).headers.get("location")).toBe(denied)
        const fields = [GRACE, { code: "123456" }, { resend: "1" }, { token: "x" }]
        for (const form of fields)
          expect((await post(eve, "/sign-up", { ...form })).headers.get("location")).toBe(denied)
      }
      expect(await sent()).toEqual([])
      await post(eve, "/signin/email", { email: GRACE.email })
      const response = await eve.get(links.at(-1)?.url ?? "")
      expect(response.headers.get("location")).toContain("error=AccessDenied")
      expect(await adapter.getUserByEmail(GRACE.email)).toBeNull()
    },
  )

  test("asks the signIn callback before it creates the user", async () => {
    const { browser, post, newest, adapter } = passwordAccountService({
      config: { callbacks: { signIn: () => false } },
    })
    const grace = browser()
    await post(grace, "/sign-up", GRACE)
    const denied = await post(grace, "/sign-up", { code: (await newest()).code ?? "" })
    expect(denied.headers.get("location")).toContain("error=AccessDenied")
    expect(await adapter.getUserByEmail(GRACE.email)).toBeNull()
  })

  test("returns the errors of its fields, and no password (threat 469)", async () => {
    const { browser, auth } = passwordAccountService({ password: { fields: { name: { required: true } } } })
    const grace = browser()
    const body = { csrfToken: await grace.csrfToken(), email: "nobody", password: "a secret" }
    const json = await grace.postJson("/sign-up", body)
    expect(json.status).toBe(400)
    expect(await json.json()).toEqual({
      ...{ url: "https://app.test/auth/sign-up", error: "InvalidForm" },
      ...{ failed: true, formErrors: [], values: { email: "nobody", name: "" } },
      fieldErrors: { email: ["InvalidEmail"], password: ["PasswordTooShort"], name: ["Required"] },
    })
    const page = await (await grace.post("/sign-up", body)).text()
    expect(page).not.toContain("a secret")
    expect(auth).toBeDefined()
  })

  test("is rejected by beforeAttempt before anything happens", async () => {
    const asked: unknown[] = []
    const beforeAttempt = ({ action, fields }: { action: string; fields: object }) => {
      asked.push([action, fields])
      return "captcha" in fields
    }
    const { browser, post, sent } = passwordAccountService({ config: { callbacks: { beforeAttempt } } })
    const grace = browser()
    const denied = await post(grace, "/sign-up", GRACE)
    expect(denied.status).toBe(403)
    const html = await denied.text()
    expect(html).toContain("We couldn&#39;t confirm that you&#39;re not a robot.")
    expect(html).toContain(`value="${GRACE.email}"`)
    expect(html).not.toContain(GRACE.password)
    expect(await sent()).toEqual([])
    expect((await post(grace, "/sign-up", { ...GRACE, captcha: "solved" })).status).toBe(303)
    expect(asked).toEqual([
      ["sign-up", { email: GRACE.email }],
      ["sign-up", { email: GRACE.email, captcha: "solved" }],
    ])
  })
})

test.each([
  ["open", true],
  ["invite", false],
] as const)("the sign-in page of signUp: %j links the password pages", async (signUp, open) => {
  const { browser } = passwordAccountService({ password: { signUp } })
  const html = await (await browser().get("/signin")).text()
  expect(html).toContain('href="/auth/forgot-password"')
  expect(html.includes('href="/auth/sign-up"')).toBe(open)
})
