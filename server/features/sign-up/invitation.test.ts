import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { describe, expect, test } from "vitest"
import { SqlAdapter, sqliteDialect } from "../../adapters/sql.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { GRACE, NEW_PASSWORD, passwordAccountService, signedIn } from "../../test-kit/password-account-service.ts"

const EMAIL = GRACE.email
const HOME = "https://app.test/"

type Options = Parameters<typeof passwordAccountService>[0]

async function sqlite() {
  const sql = SqlAdapter(new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(":memory:")) }))
  await sql.migrate()
  return sql
}

function inviteService({ config, password, ...options }: NonNullable<Options> = {}) {
  const accepted: unknown[] = []
  const service = passwordAccountService({
    ...options,
    password: { signUp: "invite", ...password },
    config: {
      events: { acceptInvitation: ({ user, data, isNewUser }) => void accepted.push([user.email, data, isNewUser]) },
      ...config,
    },
  })
  const { auth, newest, post, tokenIn } = service
  const invited = async (data: Record<string, unknown> = { role: "editor" }, email = EMAIL) => {
    await auth.invite({ email, data })
    return newest("invitation")
  }
  const accept = (from: ReturnType<typeof service.browser>, url: string, fields: Record<string, string> = {}) =>
    post(from, "/sign-up", { token: tokenIn({ url }), password: NEW_PASSWORD, ...fields })
  return { ...service, invited, accept, accepted }
}

describe("an invitation", () => {
  test.each(["jwt", "database"] as const)("opens an account for its address (%s sessions)", async (strategy) => {
    const { browser, invited, accept, accepted, adapter, signIn } = inviteService({ config: { session: { strategy } } })
    const link = await invited()
    expect(link).toMatchObject({ identifier: EMAIL })
    expect(link).not.toHaveProperty("code")
    expect(link.expires).toEqual(new Date(Date.UTC(2026, 0, 8)))
    const grace = browser()
    expect((await grace.get(link.url)).headers.get("location")).toBe("https://app.test/auth/sign-up?status=confirm")
    const page = await (await grace.get("/sign-up?status=confirm")).text()
    expect(page).toContain(EMAIL)
    expect(page).toContain('autocomplete="new-password"')
    expect(page).not.toContain("editor")
    expect((await accept(grace, link.url)).headers.get("location")).toBe(HOME)
    expect(await signedIn(grace)).toBe(EMAIL)
    expect((await adapter.getUserByEmail(EMAIL))?.emailVerified).toBeInstanceOf(Date)
    const other = browser()
    await signIn(other, { email: EMAIL, password: NEW_PASSWORD })
    expect(await signedIn(other)).toBe(EMAIL)
    if (strategy === "jwt") expect(accepted).toEqual([[EMAIL, { role: "editor" }, true]])
  })

  test("gives its data to the app, and nothing of the link, the form or a cookie (threat 486)", async () => {
    const { browser, invited, accept, accepted } = inviteService()
    const { url } = await invited()
    expect(url).not.toContain("editor")
    const eve = browser()
    await eve.get(`${url}&role=admin&data=%7B%22role%22%3A%22admin%22%7D`)
    await accept(eve, url, { role: "admin", data: '{"role":"admin"}', email: "eve@app.test", carry: "admin" })
    expect(await signedIn(eve)).toBe(EMAIL)
    expect(accepted).toEqual([[EMAIL, { role: "editor" }, true]])
  })

  test.each([["memory"], ["two processes"], ["SQLite"]])(
    "is accepted by one of 50 parallel forms: %s (threat 486)",
    async (kind) => {
      const adapter = kind === "SQLite" ? await sqlite() : MemoryAdapter()
      const service = inviteService({ adapter })
      const second = kind === "two processes" ? inviteService({ adapter }) : service
      const { url } = await service.invited()
      const attempts = Array.from({ length: 50 }, (_, index) => {
        const place = index % 2 ? service : second
        return place.accept(place.browser(), url)
      })
      const done = (await Promise.all(attempts)).filter((response) => response.headers.get("location") === HOME)
      expect(done).toHaveLength(1)
      expect([...service.accepted, ...(second === service ? [] : second.accepted)]).toHaveLength(1)
    },
  )

  test.each(["createUser", "createAccountRecord"] as const)(
    "stays open, and leaves no user, if a database without transactions fails meanwhile: %s (threat 486)",
    async (operation) => {
      const { transaction: _, ...adapter } = MemoryAdapter()
      const failing = { calls: 0 }
      const flaky: Adapter = {
        ...adapter,
        [operation]: async (row: never) => {
          if (failing.calls > 0 && failing.calls--) throw new Error("The database is down")
          return adapter[operation](row)
        },
      }
      const { browser, invited, accept } = inviteService({ adapter: flaky })
      const { url } = await invited()
      const grace = browser()
      failing.calls = 3 // each try of one request
      expect((await accept(grace, url)).headers.get("location")).toContain("/error")
      expect([await signedIn(grace), await adapter.getUserByEmail(EMAIL)]).toEqual([null, null])
      failing.calls = 1
      expect((await accept(grace, url)).headers.get("location")).toBe(HOME)
      expect(await signedIn(grace)).toBe(EMAIL)
      expect((await accept(browser(), url)).headers.get("location")).toContain("error=Verification")
    },
  )

  test("stays open if a database fails before the address of an existing user is proven (threat 486)", async () => {
    const { transaction: _, ...adapter } = MemoryAdapter()
    const failing = { calls: 0 }
    const updateUser: typeof adapter.updateUser = async (user) => {
      if (failing.calls > 0 && failing.calls--) throw new Error("The database is down")
      return adapter.updateUser(user)
    }
    const { browser, invited, accept, accepted } = inviteService({ adapter: { ...adapter, updateUser } })
    await adapter.createUser({ id: "squatted", email: EMAIL, emailVerified: null })
    const { url } = await invited()
    const grace = browser()
    failing.calls = 3 // each try of one request
    expect((await accept(grace, url)).headers.get("location")).toContain("/error")
    expect([await signedIn(grace), (await adapter.getUserByEmail(EMAIL))?.emailVerified]).toEqual([null, null])
    expect((await accept(grace, url)).headers.get("location")).toBe(HOME)
    expect([await signedIn(grace), accepted]).toEqual([EMAIL, [[EMAIL, { role: "editor" }, false]]])
  })

  test("works once, until it expires, is replaced or revoked (threat 486)", async () => {
    const { browser, invited, accept, auth, later, adapter } = inviteService()
    const rejected = async (url: string) => {
      const from = browser()
      const response = await accept(from, url)
      expect(response.headers.get("location")).toBe("https://app.test/auth/signin?error=Verification")
      expect(await signedIn(from)).toBeNull()
      await from.get(url)
      const page = await from.get("/sign-up?status=confirm")
      expect(page.headers.get("location")).toContain("error=Verification")
    }
    const first = await invited({ role: "admin" })
    const second = await invited({ role: "reader" })
    await rejected(first.url)
    expect(await auth.revokeInvitation(" GRACE@app.test ")).toBe(true)
    expect(await auth.revokeInvitation(EMAIL)).toBe(false)
    expect(await auth.revokeInvitation("nobody@app.test")).toBe(false)
    await rejected(second.url)
    const third = await invited()
    later(7 * 24 * 60)
    await rejected(third.url)
    expect(await adapter.getUserByEmail(EMAIL)).toBeNull()
    const { url } = await invited()
    expect((await accept(browser(), url)).headers.get("location")).toBe(HOME)
    await rejected(url)
  })

  test("is bound to its address and site, and has a purpose of its own (threats 477, 479, 486)", async () => {
    const adapter = MemoryAdapter()
    const here = inviteService({ adapter, config: { trustHost: true } })
    const { url } = await here.invited()
    expect(url).toMatch(/^https:\/\/app\.test\/auth\/sign-up\?token=[\w.-]+$/)
    const token = here.tokenIn({ url })
    const eve = here.browser()
    await here.post(eve, "/reset-password", { token, password: NEW_PASSWORD })
    expect(await adapter.getUserByEmail(EMAIL)).toBeNull()
    const other = inviteService({ adapter, site: "https://other.test/auth" })
    await other.accept(other.browser(), url)
    expect(await adapter.getUserByEmail(EMAIL)).toBeNull()
    // The token of another address has another record
    const { url: second } = await here.invited({}, "bob@app.test")
    const [, secret] = here.tokenIn({ url: second }).split(".")
    await here.post(eve, "/sign-up", { token: `${token.split(".")[0]}.${secret}`, password: NEW_PASSWORD })
    expect(await adapter.getUserByEmail(EMAIL)).toBeNull()
    expect((await here.accept(here.browser(), url)).headers.get("location")).toBe(HOME)
  })

  test("replaces an older one that expired and is deleted at the same time, as the mark of a deleted user does (threat 502)", async () => {
    const adapter = MemoryAdapter()
    const time = { now: Date.UTC(2026, 0, 1) }
    // The deletion of expired rows comes between the try to store a new one and the change of the older one
    const createAccountRecord: typeof adapter.createAccountRecord = async (record) => {
      const isCreated = await adapter.createAccountRecord(record)
      const { expires } = (await adapter.getAccountRecord(record.kind, record.id)) ?? {}
      if (expires && Number(expires) < time.now) await adapter.takeAccountRecord(record.kind, record.id)
      return isCreated
    }
    const options = {
      adapter: { ...adapter, createAccountRecord, deleteExpired: () => 0 },
      config: { account: { administration: true } },
    }
    const here = inviteService(options)
    const { auth, invited, accept, accepted, browser } = here
    const other = inviteService({ ...options, site: "https://other.test/auth" })
    for (const role of ["reader", "editor", "admin"]) {
      const older = await other.invited()
      const grace = browser()
      await accept(grace, (await invited({ role })).url)
      expect([await signedIn(grace), accepted.at(-1)]).toEqual([EMAIL, [EMAIL, { role }, true]])
      const { id } = (await adapter.getUserByEmail(EMAIL)) ?? expect.fail("nobody accepted")
      await auth.users.delete(id)
      const form = { token: other.tokenIn(older), password: NEW_PASSWORD }
      const opened = await other.post(other.browser(), "https://other.test/auth/sign-up", form)
      expect(opened.headers.get("location")).toContain("error=Verification")
      time.now += 200 * 24 * 60 * 60_000
      for (const { later } of [here, other]) later(200 * 24 * 60)
    }
  })

  test.each(["open", "invite"] as const)(
    "opens nothing once a user of its address was deleted, with signUp %j (threat 502)",
    async (signUp) => {
      const adapter = MemoryAdapter()
      const here = inviteService({ adapter, password: { signUp } })
      const other = inviteService({ adapter, password: { signUp }, site: "https://other.test/auth" })
      const older = await other.invited({ role: "admin" })
      const { url } = await here.invited()
      await here.accept(here.browser(), url)
      const { id } = (await adapter.getUserByEmail(EMAIL)) ?? expect.fail("nobody accepted")
      const again = () =>
        other.post(other.browser(), "https://other.test/auth/sign-up", {
          token: other.tokenIn(older),
          password: NEW_PASSWORD,
        })
      await here.auth.users.delete(id)
      expect((await again()).headers.get("location")).toContain("error=Verification")
      here.later(60 * 24 * 60)
      expect([await adapter.getUserByEmail(EMAIL), other.accepted]).toEqual([null, []])
      const { url: next } = await here.invited({ role: "reader" })
      const grace = here.browser()
      await here.accept(grace, next)
      expect([await signedIn(grace), here.accepted.at(-1)]).toEqual([EMAIL, [EMAIL, { role: "reader" }, true]])
    },
  )

  test("names the site of AUTH_URL, whatever the request says (threat 477)", async () => {
    const { auth, newest } = inviteService()
    const headers = {
      host: "evil.test",
      "x-forwarded-host": "evil.test",
      origin: "https://evil.test",
      "accept-language": "de",
    }
    await auth.invite({ email: EMAIL, request: { headers } })
    const { url, messages } = await newest("invitation")
    expect(new URL(url).origin).toBe("https://app.test")
    expect(messages.language.lang).toBe("de")
  })

  test("stays open after scanners opened the link (threat 488)", async () => {
    const { auth, browser, invited, accept } = inviteService()
    const { url } = await invited()
    for (const method of ["GET", "HEAD"])
      for (const purpose of ["", "prefetch", "prerender"])
        await auth.handle(new Request(url, { method, headers: purpose ? { "sec-purpose": purpose } : {} }))
    expect((await accept(browser(), url)).headers.get("location")).toBe(HOME)
  })

  test("signs in as the invited user, and leaves the signed-in user as they were (threat 486)", async () => {
    const { auth, browser, invited, accept, adapter } = inviteService()
    await auth.invite({ email: "ada@app.test" })
    const ada = browser()
    const own = await invited({}, "ada@app.test")
    await accept(ada, own.url)
    const before = await adapter.getUserByEmail("ada@app.test")
    const { url } = await invited()
    await ada.get(url)
    expect(await (await ada.get("/sign-up?status=confirm")).text()).toContain(EMAIL)
    expect(await signedIn(ada)).toBe("ada@app.test")
    await accept(ada, url)
    expect(await signedIn(ada)).toBe(EMAIL)
    expect(await adapter.getUserByEmail("ada@app.test")).toEqual(before)
    expect((await adapter.getUserByEmail(EMAIL))?.id).not.toBe(before?.id)
  })

  test("keeps its form after an error, and checks the password as every form does (threat 466)", async () => {
    const { browser, invited, accept, adapter } = inviteService({ password: { fields: { name: { required: true } } } })
    const { url } = await invited()
    const grace = browser()
    const weak = await accept(grace, url, { password: "short", name: "Grace" })
    expect(weak.status).toBe(400)
    const html = await weak.text()
    expect(html).toContain(EMAIL)
    expect(html).toContain('value="Grace"')
    expect(html).not.toContain('value="short"')
    expect(await adapter.getUserByEmail(EMAIL)).toBeNull()
    await accept(grace, url, { name: "Grace" })
    expect((await adapter.getUserByEmail(EMAIL))?.name).toBe("Grace")
  })

  test("takes an unproven user over and removes what a squatter prepared (threat 487)", async () => {
    const { browser, invited, accept, accepted, adapter, events } = inviteService({
      config: { session: { strategy: "database" }, events: {} },
    })
    const squatted = await adapter.createUser({ id: "s", name: "Eve", email: EMAIL, emailVerified: null, image: null })
    await adapter.linkAccount({ userId: squatted.id, type: "oauth", provider: "acme", providerAccountId: "eve" })
    const expires = new Date(Date.UTC(2027, 0, 1))
    await adapter.createSession({ sessionToken: "eves", userId: squatted.id, expires })
    const { url } = await invited()
    const grace = browser()
    expect((await accept(grace, url)).headers.get("location")).toBe(HOME)
    expect(await signedIn(grace)).toBe(EMAIL)
    expect(await adapter.getUserByAccount({ provider: "acme", providerAccountId: "eve" })).toBeNull()
    expect(await adapter.getSessionAndUser("eves")).toBeNull()
    expect([accepted, events]).toEqual([[], []])
  })

  test("changes no user who has proven the address, and isn't sent to them (threat 487)", async () => {
    const { auth, browser, invited, accept, adapter, sent, signIn } = inviteService()
    const { url } = await invited()
    await accept(browser(), url)
    const before = await adapter.getUserByEmail(EMAIL)
    const count = (await sent()).length
    expect(await auth.invite({ email: EMAIL, data: { role: "admin" } })).toEqual({ status: "registered", email: EMAIL })
    expect((await sent()).length).toBe(count)
    expect(await adapter.getUserByEmail(EMAIL)).toEqual(before)
    const grace = browser()
    await signIn(grace, { email: EMAIL, password: NEW_PASSWORD })
    expect(await signedIn(grace)).toBe(EMAIL)
  })

  test("does nothing if the address was proven meanwhile (threat 487)", async () => {
    const { browser, invited, accept, adapter } = inviteService({ password: { signUp: "open" } })
    const { url } = await invited()
    await adapter.createUser({ id: "g", name: null, email: EMAIL, emailVerified: new Date(), image: null })
    const grace = browser()
    await grace.get(url)
    const shown = await grace.get("/sign-up?status=confirm")
    expect(shown.headers.get("location")).toBe("https://app.test/auth/signin")
    expect((await accept(grace, url)).headers.get("location")).toContain("error=Verification")
    expect(await signedIn(grace)).toBeNull()
  })

  test("is checked again by the signIn callback when it is accepted (threat 487)", async () => {
    const seen: unknown[] = []
    const allowed = new Set<unknown>()
    const signIn = ({ invitation }: { invitation?: { data: Readonly<Record<string, unknown>> } }) => {
      seen.push(invitation?.data)
      return allowed.has(invitation?.data["invitedBy"])
    }
    const { browser, invited, accept, adapter } = inviteService({ config: { callbacks: { signIn } } })
    const { url } = await invited({ invitedBy: "ada" })
    const denied = await accept(browser(), url)
    expect(denied.headers.get("location")).toContain("error=AccessDenied")
    expect(await adapter.getUserByEmail(EMAIL)).toBeNull()
    allowed.add("ada")
    expect((await accept(browser(), url)).headers.get("location")).toBe(HOME)
    expect(seen).toEqual([{ invitedBy: "ada" }, { invitedBy: "ada" }])
  })
})

describe("auth.invite", () => {
  test.each(["jwt", "database"] as const)(
    "is kept while the sign-in waits for a step: the signIn callback gets it again (%s sessions, threats 401, 409)",
    async (strategy) => {
      const asked: unknown[] = []
      const terms = { accepted: false, allowed: true }
      const { browser, post, invited, accept, accepted, adapter, auth } = inviteService({
        config: {
          session: { strategy },
          steps: [{ id: "terms", needed: () => !terms.accepted, url: "/terms" }],
          callbacks: {
            signIn({ invitation }) {
              asked.push(invitation)
              return invitation !== undefined && terms.allowed
            },
          },
        },
      })
      const link = await invited()
      const grace = browser()
      expect((await accept(grace, link.url)).headers.get("location")).toBe("https://app.test/terms")
      expect([await signedIn(grace), accepted, await adapter.getUserByEmail(EMAIL)]).toEqual([null, [], null])
      const { step } = await auth.openStep({ headers: new Headers({ cookie: grace.cookieHeader() }) })
      const finish = () => post(grace, "/step/terms", { attempt: step?.fields.attempt ?? "" })
      expect((await finish()).headers.get("location")).toContain("/terms")
      terms.accepted = true
      expect((await finish()).headers.get("location")).toBe(HOME)
      expect(await signedIn(grace)).toBe(EMAIL)
      expect((await adapter.getUserByEmail(EMAIL))?.emailVerified).toBeInstanceOf(Date)
      expect(asked).toEqual([1, 2, 3].map(() => ({ data: { role: "editor" } }))) // each form asks again
      expect(accepted).toEqual([[EMAIL, { role: "editor" }, true]])
    },
  )

  test("rejects options that aren't its own, and bad values", async () => {
    const { auth, emails } = inviteService()
    const bad: [Record<string, unknown>, string][] = [
      [{ email: EMAIL, role: "admin" }, '`auth.invite` has no option "role"'],
      [{ email: "nobody" }, "`email` isn't one plain email address"],
      [{ email: [EMAIL, "eve@app.test"] }, "`email` isn't one plain email address"],
      [{ email: EMAIL, expiresIn: 0 }, "`expiresIn` is 0"],
      [{ email: EMAIL, expiresIn: Number.NaN }, "`expiresIn` is NaN"],
      [{ email: EMAIL, data: "admin" }, "`data` must be an object"],
      [{ email: EMAIL, data: { text: "x".repeat(20_000) } }, "`data` must be an object"],
    ]
    for (const [options, message] of bad) await expect(auth.invite(options as never)).rejects.toThrow(message)
    expect(emails).toEqual([])
  })

  test("has no route", async () => {
    const { browser, post } = inviteService()
    const eve = browser()
    for (const path of ["/invite", "/invitation", "/sign-up/invite"])
      expect((await post(eve, path, { email: EMAIL })).status).toBe(404)
  })

  test("emails a mailbox at most 5 times in 15 minutes (threat 474)", async () => {
    const { auth, emails } = inviteService({ config: { rateLimit: {} } })
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => auth.invite({ email: EMAIL })))
    const failed = results.filter((result) => result.status === "rejected")
    expect(failed.map(({ reason }) => Reflect.get(Object(reason), "type"))).toEqual([
      "RateLimited",
      "RateLimited",
      "RateLimited",
    ])
    expect(emails).toHaveLength(5)
  })

  test("rejects if the email can't be sent", async () => {
    const sendAccountEmail = () => Promise.reject(new Error("The mail server is down"))
    const { auth } = inviteService({ mail: { sendAccountEmail } })
    await expect(auth.invite({ email: EMAIL })).rejects.toThrow("The mail server is down")
  })

  test("needs a policy that takes invited users, and a known site", async () => {
    const { auth } = inviteService({ password: { signUp: "off" } })
    await expect(auth.invite({ email: EMAIL })).rejects.toThrow('`signUp` of `Password()` is "off"')
    const without = inviteService({ site: "" })
    await expect(without.auth.invite({ email: EMAIL })).rejects.toThrow("Set `AUTH_URL`, or pass `request`")
    const headers = { host: "localhost:3000" }
    expect(await without.auth.invite({ email: EMAIL, request: { headers } })).toMatchObject({ status: "sent" })
  })
})
