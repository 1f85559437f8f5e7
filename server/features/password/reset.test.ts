import { createHash } from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { describe, expect, test, vi } from "vitest"
import { getToken } from "../../jwt.ts"
import type { Awaitable } from "../../types.ts"
import { SqlAdapter, sqliteDialect } from "../../adapters/sql.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { accountTables } from "../../adapters/account-tables.ts"
import { plainAdapter } from "../../test-kit/email-service.ts"
import { looseAdapter } from "../../test-kit/loose-adapter.ts"
import {
  FAST_HASH,
  GRACE,
  NEW_PASSWORD,
  passwordAccountService,
  signedIn,
} from "../../test-kit/password-account-service.ts"
import { importPassword } from "./import-password.ts"
import { createPasswordHasher } from "../../core/crypto/passwords/hasher.ts"

const RESET = { email: GRACE.email, password: NEW_PASSWORD }

async function visible(response: Response) {
  const headers = [...response.headers].map(([name, value]) => [name, name === "set-cookie" ? "" : value])
  const cookies = response.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, (value) => `=${value.length}`))
  return { status: response.status, headers, cookies, body: await response.text() }
}

describe("a sign-in with a password", () => {
  test("looks the same with a wrong password, an unknown and a malformed address (threat 456)", async () => {
    const { browser, post, signUp, signIn, adapter } = passwordAccountService()
    await signUp(browser())
    const passwordless = { id: "7", name: null, image: null, email: "oauth@app.test", emailVerified: new Date(1) }
    await adapter.createUser(passwordless)
    const wrong = await visible(await signIn(browser(), { ...GRACE, password: "not that one at all" }))
    for (const email of ["unknown@app.test", "oauth@app.test", "malformed", "a@app.test,b@app.test"]) {
      const other = await visible(await signIn(browser(), { email, password: "not that one at all" }))
      expect({ ...other, cookies: other.cookies.length }, email).toEqual({ ...wrong, cookies: wrong.cookies.length })
    }
    expect(wrong.headers).toContainEqual(["location", expect.stringContaining("error=CredentialsSignin")])
    expect((await post(browser(), "/callback/password", GRACE)).headers.get("location")).toBe("https://app.test/")
  })

  test("costs the same lookups for every address (threat 456)", async () => {
    const { browser, signUp, signIn, adapter } = passwordAccountService()
    await signUp(browser())
    const from = browser()
    await from.csrfToken()
    const calls: string[] = []
    for (const name of ["getUserByEmail", "getAccountRecord", "getUser", "listAccounts"] as const) {
      const real = adapter[name] as (...input: unknown[]) => unknown
      vi.spyOn(adapter, name).mockImplementation(((...input: unknown[]) => (calls.push(name), real(...input))) as never) // the spy passes everything on
    }
    const seen: string[][] = []
    for (const email of [GRACE.email, "unknown@app.test", "malformed"]) {
      calls.length = 0
      await signIn(from, { email, password: "not that one at all" })
      seen.push([...calls])
    }
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
  })

  test("rejects NUL and more than 128 characters without a hash (threats 458 and 464)", async () => {
    const { browser, signUp, signIn } = passwordAccountService()
    await signUp(browser())
    for (const password of [`${GRACE.password}\0`, `\0${GRACE.password}`, "a".repeat(129)])
      expect((await signIn(browser(), { ...GRACE, password })).headers.get("location")).toContain("CredentialsSignin")
    const from = browser()
    const huge = await from.post("/callback/password", { ...GRACE, password: "a".repeat(1_000_000) })
    expect(huge.status).toBe(413)
  })

  test("replaces an older hash after the response, and never over a newer password (threat 462)", async () => {
    const adapter = MemoryAdapter()
    const before = passwordAccountService({ adapter })
    await before.signUp(before.browser())
    const user = await adapter.getUserByEmail(GRACE.email)
    const stored = async () =>
      String(JSON.parse((await adapter.getAccountRecord("password", user?.id ?? ""))?.data ?? "{}").hash)
    const hash = { algorithm: "argon2id", params: { m: 128, t: 1, p: 1 } } as const
    const after = passwordAccountService({ adapter, password: { hash } })
    expect(await stored()).toContain("m=64")
    await after.signIn(after.browser())
    await vi.waitFor(async () => expect(await stored()).toContain("m=128"))
    // A reset commits between the check of the old password and the new hash of it
    const raised = passwordAccountService({ adapter, password: { hash: { ...hash, params: { m: 256, t: 1, p: 1 } } } })
    const update = vi.spyOn(adapter, "updateAccountRecord")
    const slow = raised.signIn(raised.browser())
    await after.reset(after.browser())
    await slow
    await raised.sent()
    expect(update).toHaveBeenCalled()
    expect(await signedInWith(after, RESET)).toBe(GRACE.email)
    expect(await signedInWith(after, GRACE)).toBeNull()
  })

  test("accepts an imported hash, and stores Latchkit's own", async () => {
    const { betterAuth } = await import("../../providers/password-formats.ts")
    const { hashPassword } = await import("better-auth/crypto")
    const adapter = MemoryAdapter()
    const service = passwordAccountService({ adapter, password: { accepts: [betterAuth()] } })
    const user = await adapter.createUser({ id: "9", name: null, image: null, email: GRACE.email, emailVerified: null })
    const imported = { userId: user.id, hash: await hashPassword("an imported password") }
    expect([await importPassword(adapter, imported), await importPassword(adapter, imported)]).toEqual([true, false])
    expect(await signedInWith(service, { email: GRACE.email, password: "an imported password" })).toBe(GRACE.email)
    await vi.waitFor(async () =>
      expect((await adapter.getAccountRecord("password", user.id))?.data).toContain("$argon2id$"),
    )
    expect(await signedInWith(service, { email: GRACE.email, password: "an imported password" })).toBe(GRACE.email)
  })

  test("shows the form again if too many passwords wait, whatever the address (threat 465)", async () => {
    const slow = passwordAccountService({
      password: { hash: { algorithm: "argon2id", params: { m: 16_384, t: 1, p: 1 } } },
    })
    const from = slow.browser()
    const csrfToken = await from.csrfToken()
    const responses = await Promise.all(
      Array.from({ length: 90 }, (_, index) =>
        from.post("/callback/password", { csrfToken, email: `${index % 2 ? "a" : GRACE.email}`, password: "wrong" }),
      ),
    )
    const full = responses.filter((response) => response.headers.get("location")?.includes("ServerBusy"))
    expect(full.length).toBeGreaterThan(0)
    expect(full[0]?.headers.get("retry-after")).toBe("2")
    expect(full[0]?.headers.get("location")).toBe("https://app.test/auth/signin?error=ServerBusy")
    const page = await (await from.get("/signin?error=ServerBusy")).text()
    expect(page).toContain("This site is busy right now.")
    expect(page).toMatch(/name="email" type="email" value="(a|grace@app.test)"/)
    expect(page).not.toContain('value="wrong"')
  })
})

type Service = ReturnType<typeof passwordAccountService>

async function signedInWith({ browser, signIn }: Service, fields: Record<string, string>): Promise<string | null> {
  const from = browser()
  await signIn(from, fields)
  return signedIn(from)
}

describe("a forgotten password", () => {
  test("is reset with the emailed link, which signs no one in (threat 481)", async () => {
    const service = passwordAccountService()
    const { browser, post, forgot, signUp, newest, tokenIn } = service
    await signUp(browser())
    const grace = browser()
    const link = await forgot(grace)
    expect(link.url).toMatch(/^https:\/\/app\.test\/auth\/reset-password\?token=/)
    const opened = await grace.get(link.url)
    expect(opened.headers.get("location")).toBe("https://app.test/auth/reset-password")
    const page = await (await grace.get("/reset-password")).text()
    expect(page).toContain("grace@app.test")
    expect(page).toContain('autocomplete="new-password"')
    const done = await post(grace, "/reset-password", { token: tokenIn(link), password: NEW_PASSWORD })
    expect(done.headers.get("location")).toBe("https://app.test/auth/signin?changed=password")
    expect(await (await grace.get("/signin?changed=password")).text()).toContain("Password changed.")
    expect(await (await grace.get("/sign-in-props?changed=password")).json()).toMatchObject({
      notice: "Password changed.",
    })
    expect(await (await grace.get("/signin?changed=anything")).text()).not.toContain("Password changed.")
    expect(await signedIn(grace)).toBeNull()
    expect(await signedInWith(service, GRACE)).toBeNull()
    expect(await signedInWith(service, RESET)).toBe(GRACE.email)
    expect((await newest()).kind).toBe("password-changed")
  })

  test("is reset with the code, in the browser that asked", async () => {
    const service = passwordAccountService()
    const { browser, post, forgot, signUp } = service
    await signUp(browser())
    const grace = browser()
    const { code = "" } = await forgot(grace)
    expect((await grace.get("/forgot-password?status=sent")).status).toBe(200)
    expect((await post(browser(), "/reset-password", { code })).status).toBe(400)
    const wrong = await post(grace, "/reset-password", { code: code === "000000" ? "1" : "000000" })
    expect(wrong.status).toBe(303) // so that "back" never leads to a form that was sent
    expect(await (await grace.get(wrong.headers.get("location") ?? "")).text()).toContain("incorrect")
    expect((await post(grace, "/reset-password", { password: NEW_PASSWORD })).status).toBe(400)
    expect((await post(grace, "/reset-password", { code })).headers.get("location")).toContain("/reset-password")
    expect((await post(grace, "/reset-password", { password: "short" })).status).toBe(400)
    await post(grace, "/reset-password", { password: NEW_PASSWORD })
    expect(await signedInWith(service, RESET)).toBe(GRACE.email)
  })

  test("accepts 20 codes of one address a day, over all requests (threat 480)", async () => {
    const { browser, post, forgot, signUp } = passwordAccountService()
    await signUp(browser())
    const eve = browser()
    const isRejected = async (code: string) =>
      (await post(eve, "/reset-password", { code })).headers.get("location")?.endsWith("error=InvalidCode")
    const guesses: unknown[] = []
    for (let request = 0; request < 5; request++) {
      const { code } = await forgot(eve)
      for (let turn = 0; turn < 5; turn++) guesses.push(await isRejected(code === "000000" ? "111111" : "000000"))
    }
    expect(new Set(guesses)).toEqual(new Set([true]))
    const { code = "" } = await forgot(eve)
    expect(await isRejected(code)).toBe(true)
  })

  test("accepts no more codes, and a password no more guesses, on other sites of the database (threats 171 and 480)", async () => {
    const adapter = MemoryAdapter()
    const sites = ["https://app.test/auth", "https://acme.app.test/auth"].map((site) =>
      passwordAccountService({ adapter, site, config: { rateLimit: {} } }),
    )
    await sites[0]?.signUp(sites[0].browser())
    const guesses: number[] = []
    const codes: boolean[] = []
    for (const { browser, forgot, post } of sites) {
      for (let turn = 0; turn < 30; turn++)
        guesses.push(
          (await post(browser(), "/callback/password", { email: GRACE.email, password: "a wrong guess" })).status,
        )
      for (let turn = 0; turn < 3; turn++) {
        const from = browser()
        const { code = "" } = await forgot(from)
        const wrong = code === "000000" ? "000001" : "000000"
        for (let tries = 0; tries < 4; tries++) await post(from, "/reset-password", { code: wrong })
        await post(from, "/reset-password", { code })
        codes.push((await from.get("/reset-password")).status === 200)
      }
    }
    expect(guesses.filter((status) => status !== 429)).toHaveLength(50)
    // The sign-up took one of the 20 tries
    expect(codes).toEqual([true, true, true, false, false, false])
  })

  test("looks the same for an unknown address, which gets no email (threat 472)", async () => {
    const { browser, post, signUp, sent, emails } = passwordAccountService()
    await signUp(browser())
    emails.length = 0
    const known = await visible(await post(browser(), "/forgot-password", { email: GRACE.email }))
    const unknown = await visible(await post(browser(), "/forgot-password", { email: "alice@app.test" }))
    expect(unknown.cookies.map((line) => line.replace(/=\d+/, ""))).toEqual(
      known.cookies.map((line) => line.replace(/=\d+/, "")),
    )
    expect({ ...unknown, cookies: [] }).toEqual({ ...known, cookies: [] })
    expect((await sent()).map(({ identifier }) => identifier)).toEqual([GRACE.email])
    const eve = browser()
    await post(eve, "/forgot-password", { email: "alice@app.test" })
    const guess = await visible(await post(eve, "/reset-password", { code: "123456" }))
    const grace = browser()
    await post(grace, "/forgot-password", { email: GRACE.email })
    const real = await visible(await post(grace, "/reset-password", { code: "123456" }))
    expect([guess.status, guess.headers.length]).toEqual([real.status, real.headers.length])
  })

  test.each(["grace@app.test,eve@evil.test", "grace@app.test eve@evil.test", "ɡrace@app.test", "grace@app.test\n"])(
    "sends nothing for %j but to the stored address (threat 476)",
    async (email) => {
      const { browser, post, signUp, sent, emails } = passwordAccountService()
      await signUp(browser())
      emails.length = 0
      await post(browser(), "/forgot-password", { email })
      expect((await sent()).filter(({ identifier }) => identifier !== GRACE.email)).toEqual([])
    },
  )

  test("sends the email again to the address that is stored by then (threat 476)", async () => {
    // An app's own adapter may keep capital letters
    const { adapter } = looseAdapter()
    const { browser, post, signUp, forgot, sent } = passwordAccountService({ adapter })
    await signUp(browser())
    const { id = "" } = (await adapter.getUserByEmail(GRACE.email)) ?? {}
    const from = browser()
    await forgot(from)
    const resend = async () => {
      const before = (await sent()).length
      await post(from, "/forgot-password", { resend: "1" })
      return (await sent()).slice(before).map(({ identifier }) => identifier)
    }
    const stored = GRACE.email.replace("grace", "Grace")
    await adapter.updateUser({ id, email: stored })
    expect(await resend()).toEqual([stored])
    await adapter.updateUser({ id, email: "eve@app.test" })
    expect(await resend()).toEqual([])
  })

  test("rejects a form with two addresses (threat 476)", async () => {
    const { browser, signUp, auth } = passwordAccountService()
    await signUp(browser())
    const from = browser()
    const csrfToken = await from.csrfToken()
    const body = new URLSearchParams([
      ["csrfToken", csrfToken],
      ["email", GRACE.email],
      ["email", "eve@evil.test"],
    ])
    const request = new Request("https://app.test/auth/forgot-password", {
      method: "POST",
      body,
      headers: { cookie: from.cookieHeader() },
    })
    expect((await auth.handle(request)).status).toBe(400)
    const list = await from.postJson("/forgot-password", { csrfToken, email: [GRACE.email, "eve@evil.test"] })
    expect(list.status).toBe(400)
  })

  test("mails a link of the site, whatever the request says (threat 477)", async () => {
    const { browser, post, signUp, newest } = passwordAccountService()
    await signUp(browser())
    const eve = browser({
      host: "evil.test",
      "x-forwarded-host": "evil.test",
      "x-forwarded-proto": "http",
      referer: "https://evil.test/",
    })
    await post(eve, "/forgot-password?callbackUrl=https://evil.test", {
      email: GRACE.email,
      callbackUrl: "https://evil.test",
    })
    expect((await newest("reset-password")).url).toMatch(/^https:\/\/app\.test\/auth\/reset-password\?token=[\w.-]+$/)
  })

  test("works once, and only with the newest email (threats 478 and 483)", async () => {
    const service = passwordAccountService()
    const { browser, post, forgot, signUp, tokenIn, later, newest } = service
    await signUp(browser())
    const old = await forgot(browser())
    const link = await forgot(browser())
    expect((await post(browser(), "/reset-password", { token: tokenIn(old), password: NEW_PASSWORD })).status).toBe(400)
    const passwords = Array.from({ length: 50 }, (_, index) => `a new password number ${index} of many`)
    const responses = await Promise.all(
      passwords.map((password) => post(browser(), "/reset-password", { token: tokenIn(link), password })),
    )
    const won = responses.flatMap(({ status }, index) => (status === 303 ? [passwords[index] ?? ""] : []))
    expect(won).toHaveLength(1)
    expect(await signedInWith(service, { email: GRACE.email, password: won[0] ?? "" })).toBe(GRACE.email)
    expect((await post(browser(), "/reset-password", { token: tokenIn(link), password: NEW_PASSWORD })).status).toBe(
      400,
    )
    await forgot(browser())
    const expired = await newest("reset-password")
    later(61)
    expect((await post(browser(), "/reset-password", { token: tokenIn(expired), password: NEW_PASSWORD })).status).toBe(
      400,
    )
  })

  test("no longer works after the password was changed or removed by a signed-in user (threat 478)", async () => {
    for (const change of ["change-password", "remove-password"]) {
      const { browser, post, forgot, signUp, tokenIn } = passwordAccountService()
      const grace = browser()
      await signUp(grace)
      const token = tokenIn(await forgot(browser()))
      const changed = await post(grace, "/account", { change, password: "a third password, at last" })
      expect([change, changed.status, changed.headers.get("location")]).toEqual([
        change,
        303,
        expect.not.stringContaining("error"),
      ])
      const response = await post(browser(), "/reset-password", { token, password: NEW_PASSWORD })
      expect([change, response.status]).toEqual([change, 400])
    }
  })

  test("stays open after scanners opened the link (threat 488)", async () => {
    const { browser, forgot, signUp, auth, post, tokenIn } = passwordAccountService()
    await signUp(browser())
    const link = await forgot(browser())
    for (const method of ["GET", "HEAD"]) await auth.handle(new Request(link.url, { method }))
    const scanner = browser()
    await scanner.get(link.url)
    await scanner.get("/reset-password")
    const done = await post(browser(), "/reset-password", { token: tokenIn(link), password: NEW_PASSWORD })
    expect(done.status).toBe(303)
  })

  test("takes a token only for its own purpose (threat 479)", async () => {
    const { browser, post, forgot, signUp, tokenIn, newest, links } = passwordAccountService()
    await signUp(browser())
    const grace = browser()
    await post(grace, "/sign-up", { email: "alice@app.test", password: GRACE.password })
    const confirm = await newest("confirm-sign-up")
    const link = await forgot(grace)
    await post(grace, "/signin/email", { email: GRACE.email })
    const magic = tokenIn(links.at(-1) ?? link)
    const crossed = [
      ["/reset-password", tokenIn(confirm)],
      ["/reset-password", magic],
      ["/sign-up", tokenIn(link)],
      ["/sign-up", magic],
    ] as const
    for (const [path, token] of crossed)
      expect((await post(browser(), path, { token, password: NEW_PASSWORD })).status, path).toBe(400)
    for (const token of [tokenIn(confirm), tokenIn(link)]) {
      const csrfToken = await grace.csrfToken()
      const response = await grace.post("/callback/email", { csrfToken, token, email: GRACE.email })
      expect(response.headers.get("location")).toContain("error=Verification")
    }
    expect((await post(browser(), "/reset-password", { token: tokenIn(link), password: NEW_PASSWORD })).status).toBe(
      303,
    )
  })

  test("belongs to the user of the token, whatever the form says (threat 485)", async () => {
    const service = passwordAccountService()
    const { browser, post, forgot, signUp, tokenIn } = service
    const alice = { email: "alice@app.test", password: "alice has another password" }
    await signUp(browser())
    await signUp(browser(), alice)
    const link = await forgot(browser(), GRACE.email)
    const eve = browser()
    await post(eve, "/forgot-password", { email: alice.email })
    await post(eve, "/reset-password", {
      token: tokenIn(link),
      password: NEW_PASSWORD,
      email: alice.email,
      userId: "2",
      id: "2",
    })
    expect(await signedInWith(service, alice)).toBe(alice.email)
    expect(await signedInWith(service, RESET)).toBe(GRACE.email)
  })

  test("is the one that the form was shown for, although another site then opened a link of its own (threat 485)", async () => {
    const service = passwordAccountService()
    const { browser, post, forgot, signUp } = service
    const eve = { email: "eve@evil.test", password: "eve has another password" }
    await signUp(browser())
    await signUp(browser(), eve)
    const grace = browser()
    const { code = "" } = await forgot(grace)
    await post(grace, "/reset-password", { code })
    await grace.get((await forgot(browser(), eve.email)).url)
    await post(grace, "/reset-password", { password: NEW_PASSWORD })
    expect(await signedInWith(service, RESET)).toBe(GRACE.email)
    expect(await signedInWith(service, eve)).toBe(eve.email)
  })
})

async function sqlite(): Promise<Adapter> {
  const sql = SqlAdapter(new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(":memory:")) }))
  await sql.migrate()
  return sql
}

const ADAPTERS: [name: string, create: () => Awaitable<Adapter>][] = [
  ["an adapter of Latchkit", () => MemoryAdapter()],
  ["SQLite", sqlite],
  // One of Auth.js can't end a user's sessions
  [
    "an adapter of Auth.js",
    () => {
      const memory = MemoryAdapter()
      return { ...plainAdapter(memory), ...accountTables(memory) }
    },
  ],
]

describe.each(ADAPTERS)("a reset with %s", (_, create) => {
  test.each(["jwt", "database"] as const)(
    "ends everything that was there before (%s sessions, threat 482)",
    async (strategy) => {
      const service = passwordAccountService({ adapter: await create(), config: { session: { strategy } } })
      const { browser, post, signUp, signIn, forgot, reset, links, tokenIn } = service
      const grace = browser()
      await signUp(grace)
      const other = browser()
      await signIn(other)
      expect([await signedIn(grace), await signedIn(other)]).toEqual([GRACE.email, GRACE.email])
      const magic = browser()
      await post(magic, "/signin/email", { email: GRACE.email })
      const link = links.at(-1)
      await forgot(browser())
      const older = await service.newest("reset-password")
      const copy = new Map(grace.jar)
      await reset(browser())
      expect([await signedIn(grace), await signedIn(other)]).toEqual([null, null])
      for (const [name, value] of copy) grace.jar.set(name, value)
      expect(await signedIn(grace)).toBeNull()
      const opened = await magic.get(link?.url ?? "")
      expect(opened.headers.get("location")).toContain("error=Verification")
      const byCode = browser()
      for (const [name, value] of magic.jar) byCode.jar.set(name, value)
      await post(byCode, "/callback/email", { code: link?.code ?? "" })
      expect(await signedIn(byCode)).toBeNull()
      expect(
        (await post(browser(), "/reset-password", { token: tokenIn(older), password: GRACE.password })).status,
      ).toBe(400)
      expect(await signedInWith(service, RESET)).toBe(GRACE.email)
    },
  )

  test("lets no sign-in with the old password finish (threats 482 and 483)", async () => {
    const service = passwordAccountService({
      adapter: await create(),
      config: { steps: [{ id: "terms", url: "/terms", needed: () => open.needed }] },
    })
    const open = { needed: false }
    const { browser, signUp, signIn, reset, post, auth } = service
    await signUp(browser())
    open.needed = true
    const paused = browser()
    await signIn(paused)
    const { step } = await auth.openStep(paused.request("/terms"))
    expect(step?.step).toBe("terms")
    await reset(browser())
    open.needed = false
    await post(paused, "/step/terms", { attempt: step?.fields.attempt ?? "" })
    expect(await signedIn(paused)).toBeNull()
    const racing = Array.from({ length: 20 }, () => browser())
    await Promise.all([
      ...racing.map((from) => signIn(from, RESET)),
      reset(browser(), { password: "a third password, at last" }),
    ])
    expect(await Promise.all(racing.map(signedIn))).toEqual(racing.map(() => null))
  })

  test("killed halfway never leaves the new password with old sessions (threat 484)", async () => {
    const adapter = await create()
    const service = passwordAccountService({ adapter })
    const { browser, signUp, forgot, post, tokenIn } = service
    const grace = browser()
    await signUp(grace)
    const killed = ["takeAccountRecord", "updateAccountRecord", "deleteAccountRecords"] as const
    for (const name of killed) {
      const link = await forgot(browser())
      const real = adapter[name]
      adapter[name] = (() => Promise.reject(new Error("killed"))) as never // the process is gone
      await post(browser(), "/reset-password", { token: tokenIn(link), password: NEW_PASSWORD })
      adapter[name] = real as never
      const isNew = (await signedInWith(service, RESET)) !== null
      expect([name, isNew ? await signedIn(grace) : null]).toEqual([name, null])
      if (!isNew) expect(await signedInWith(service, GRACE), name).toBe(GRACE.email)
    }
  })
})

describe("Have I Been Pwned", () => {
  const service = (fetch: typeof globalThis.fetch) =>
    passwordAccountService({ password: { breachCheck: true }, config: { fetch } })
  const digest = createHash("sha1").update(GRACE.password).digest("hex").toUpperCase()

  test("gets 5 digits of the hash, and a breached password is rejected (threat 468)", async () => {
    const asked: Request[] = []
    const { browser, post } = service(async (input, init) => {
      asked.push(new Request(input, init))
      return new Response(`${digest.slice(5)}:7\r\n`)
    })
    const response = await post(browser(), "/sign-up", GRACE)
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('aria-invalid="true"')])
    expect(asked.map(({ url }) => url)).toEqual([`https://api.pwnedpasswords.com/range/${digest.slice(0, 5)}`])
    expect([asked[0]?.headers.get("add-padding"), asked[0]?.redirect]).toEqual(["true", "manual"])
  })

  test.each<[string, typeof fetch]>([
    ["is down", () => Promise.reject(new Error("ECONNREFUSED"))],
    ["responds with 500", async () => new Response("", { status: 500 })],
    ["responds with 100 MB", async () => new Response("A".repeat(1_100_000))],
    [
      "never responds",
      (_, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("timeout")))),
    ],
  ])("stops no sign-up if it %s, and logs one line without any of the hash (threat 468)", async (_, fetch) => {
    const { browser, post, errors } = service(fetch)
    expect((await post(browser(), "/sign-up", GRACE)).status).toBe(303)
    expect(errors).toHaveLength(1)
    expect(errors[0]?.message).toContain("Have I Been Pwned was not asked")
    expect(errors[0]?.message).not.toContain(digest.slice(0, 5))
  })
})

test("a reset asks for the second factor as before, and one mailbox stays one factor (threats 481 and 429)", async () => {
  const service = passwordAccountService({ config: { secondFactor: { emailCode: true, required: false } } })
  const { browser, signUp, reset, signIn, adapter } = service
  await signUp(browser())
  const user = await adapter.getUserByEmail(GRACE.email)
  const data = JSON.stringify({ type: "passkey", name: "Key", createdAt: 0, credentialId: "a2V5" })
  await adapter.createAccountRecord({ kind: "factor", id: "key", userId: user?.id ?? "", data, expires: null })
  const before = browser()
  await signIn(before)
  const methods = async (from: typeof before) =>
    ((await (await from.get("/step/second-factor", { accept: "application/json" })).json()) as { methods: string[] })
      .methods // the shape of the response
  expect(await methods(before)).toContain("email")
  await reset(browser())
  const after = browser()
  await signIn(after, RESET)
  expect(await signedIn(after)).toBeNull()
  expect(await methods(after)).not.toContain("email")
})

test("a reset of a user whose mailbox was never proven removes what an attacker prepared", async () => {
  const service = passwordAccountService()
  const { browser, reset, adapter, events } = service
  const squatter = { id: "5", name: "Eve", image: null, email: GRACE.email, emailVerified: null }
  await adapter.createUser(squatter)
  const account = { userId: "5", provider: "evil", providerAccountId: "1", type: "oauth" as const }
  await adapter.linkAccount(account)
  const hash = await createPasswordHasher({ hash: FAST_HASH }).hash(
    { text: GRACE.password, raw: GRACE.password },
    { key: "", known: true },
  )
  const data = JSON.stringify({ hash, epoch: "squattersepoch12", setAt: 0 })
  await adapter.createAccountRecord({ kind: "password", id: "5", userId: "5", data, expires: null })
  expect(await signedInWith(service, GRACE)).toBe(GRACE.email)
  await reset(browser())
  expect(await adapter.getUserByAccount(account)).toBeNull()
  expect(events).toContain("reclaimUser")
  expect(await signedInWith(service, GRACE)).toBeNull()
  expect(await signedInWith(service, RESET)).toBe(GRACE.email)
})

test("`getToken` can't know that the password was reset, but `auth.getSession` does (threat 482)", async () => {
  const { auth, browser, signUp, reset } = passwordAccountService({ config: { clock: Date.now } })
  const thief = browser()
  await signUp(thief)
  const request = thief.request("/")
  const claims = () => getToken({ req: request, secret: "s".repeat(32), site: "https://app.test/auth" })
  expect([(await claims())?.email, (await auth.getSession(request))?.user?.email]).toEqual([GRACE.email, GRACE.email])
  await reset(browser())
  expect([(await claims())?.email, await auth.getSession(request)]).toEqual([GRACE.email, null])
})
