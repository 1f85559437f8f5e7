import { describe, expect, test, vi } from "vitest"
import type { BrowserAccount, BrowserAccounts } from "../../../client/account-contract.ts"
import type { Session } from "../../../client/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import { getToken } from "../../jwt.ts"
import { cookieClient, type CookieJarMap } from "../../testing/cookie-client.ts"
import { oauthService, signedInName } from "../../test-kit/oauth-service.ts"
import { passwordConfig } from "../../test-kit/password-service.ts"

const BASE = "https://app.test/auth"
const secret = "s".repeat(32)
const STRATEGIES = ["jwt", "database"] as const
type Strategy = (typeof STRATEGIES)[number]
type Browser = ReturnType<typeof cookieClient>
type Changed = BrowserAccounts & { session: Session | null; error?: string }

const USERS = ["ada", "bob", "cleo", "dan", "eve", "fay", "gus", "hal", "ida", "jan"]

interface Options {
  strategy: Strategy
  max?: number
  config?: Partial<AuthConfig>
  base?: string
  adapter?: ReturnType<typeof MemoryAdapter>
}

/** Creates a service whose users sign in by their name. */
async function createService({ strategy, max = 5, config = {}, base = BASE, adapter = MemoryAdapter() }: Options) {
  for (const id of USERS)
    if (!(await adapter.getUser(id)))
      await adapter.createUser({ id, name: id, email: `${id}@app.test`, emailVerified: null, image: null })
  const signOut = vi.fn()
  const credentials = {
    id: "credentials",
    name: "Name",
    type: "credentials",
    credentials: { username: {} },
    authorize: ({ username = "" }: { username?: string }) => ({
      id: username,
      name: username,
      email: `${username}@app.test`,
    }),
  } as const
  const { session, ...rest } = config
  const ticks = { now: Date.now() } // two sign-ins in one millisecond have no order
  const auth = createAuth(
    passwordConfig({
      providers: [credentials],
      adapter,
      session: { strategy, maxAccounts: max, updateAge: 0, ...session } as NonNullable<AuthConfig["session"]>,
      events: { signOut },
      clock: () => ticks.now++,
      ...rest,
    }),
    { env: { AUTH_URL: base } },
  )
  const browser = (jar?: CookieJarMap) => cookieClient(auth, jar, base)
  return { auth, adapter, browser, signOut }
}

const enter = async (browser: Browser, ...names: string[]) => {
  for (const username of names) await browser.signInWith("credentials", { username })
}
const list = async (browser: Browser) => (await (await browser.get("/accounts")).json()) as BrowserAccounts
const names = async (browser: Browser) => (await list(browser)).accounts.map(({ name }) => name)
const current = async (browser: Browser) =>
  ((await (await browser.get("/session")).json()) as Session | null)?.user?.name ?? null
const find = async (browser: Browser, name: string): Promise<BrowserAccount> => {
  const found = (await list(browser)).accounts.find((account) => account.name === name)
  if (!found) throw new Error(`${name} isn't among the accounts`)
  return found
}
const change = async (browser: Browser, what: "switch" | "sign-out", id: string): Promise<[number, Changed]> => {
  const response = await browser.postJson("/accounts", { csrfToken: await browser.csrfToken(), change: what, id })
  return [response.status, (await response.json()) as Changed]
}
const turnTo = async (browser: Browser, name: string) => change(browser, "switch", (await find(browser, name)).id)
const leave = async (browser: Browser, name: string) => change(browser, "sign-out", (await find(browser, name)).id)
const kept = ({ jar }: Browser) => [...jar.keys()].filter((name) => name.startsWith("__Host-latchkit.account."))
const copyCookies = ({ jar }: Browser, wanted: (name: string) => boolean = () => true): CookieJarMap =>
  new Map([...jar].filter(([name]) => wanted(name)))

describe.each(STRATEGIES)("with sessions of strategy %s", (strategy) => {
  test("a second sign-in adds an account, and a switch goes back to the first", async () => {
    const { auth, browser } = await createService({ strategy })
    const here = browser()
    await enter(here, "ada", "bob")
    expect(await current(here)).toBe("bob")
    const { accounts, canAdd } = await list(here)
    expect(accounts).toEqual([
      { id: expect.any(String), name: "bob", email: "bob@app.test", image: null, active: true },
      { id: expect.any(String), name: "ada", email: "ada@app.test", image: null, active: false },
    ])
    expect(canAdd).toBe(true)
    const version = here.jar.get("__Host-latchkit.version")?.value
    const [status, changed] = await turnTo(here, "ada")
    expect([status, changed.session?.user?.name]).toEqual([200, "ada"])
    expect(changed.accounts.map(({ name, active }) => [name, active])).toEqual([
      ["ada", true],
      ["bob", false],
    ])
    expect(changed.accounts.map(({ id }) => id).sort()).toEqual(accounts.map(({ id }) => id).sort())
    expect(here.jar.get("__Host-latchkit.version")?.value).not.toBe(version)
    expect([await current(here), await names(here)]).toEqual(["ada", ["ada", "bob"]])
    await turnTo(here, "bob")
    await turnTo(here, "ada")
    expect([await current(here), await names(here)]).toEqual(["ada", ["ada", "bob"]])
    expect(await auth.listAccounts(here.request("/"))).toEqual(await list(here))
  })

  test("works in forms without a script", async () => {
    const { browser } = await createService({ strategy })
    const here = browser()
    await enter(here, "ada", "bob")
    const { id } = await find(here, "ada")
    const fields = { change: "switch", id, callbackUrl: "/notes" }
    const response = await here.post("/accounts", { csrfToken: await here.csrfToken(), ...fields })
    expect([response.status, response.headers.get("location")]).toEqual([303, "https://app.test/notes"])
    expect(await current(here)).toBe("ada")
    const unknown = { ...fields, id: "0123456789", csrfToken: await here.csrfToken() }
    const missing = await here.post("/accounts", unknown)
    expect([missing.status, missing.headers.get("location")]).toEqual([303, "https://app.test/notes?error=NotFound"])
    expect(await current(here)).toBe("ada")
  })

  test("signs out of one account, and the last used one becomes active", async () => {
    const { browser, signOut } = await createService({ strategy })
    const here = browser()
    await enter(here, "ada", "bob", "cleo")
    await leave(here, "ada")
    expect([await current(here), await names(here)]).toEqual(["cleo", ["cleo", "bob"]])
    const [, { session, accounts }] = await leave(here, "cleo")
    expect([session?.user?.name, accounts.map(({ name }) => name)]).toEqual(["bob", ["bob"]])
    expect([await current(here), await names(here)]).toEqual(["bob", ["bob"]])
    const [, last] = await leave(here, "bob")
    expect([last.session, last.accounts]).toEqual([null, []])
    expect([await current(here), await names(here), kept(here)]).toEqual([null, [], []])
    expect(signOut).toHaveBeenCalledTimes(3)
  })

  test("signs out of an account whose copy is older than its confirmation and than the secret (threat 534)", async () => {
    const [adapter, ticks] = [MemoryAdapter(), { now: Date.now() }]
    const password = {
      id: "credentials",
      name: "Name",
      type: "credentials",
      credentials: { username: {}, email: { type: "email" }, password: { type: "password" } },
      authorize: ({ username, email = `${username}@app.test` }: { username?: string; email?: string }) =>
        adapter.getUserByEmail(email),
    } as const
    const config = { providers: [password], clock: () => ticks.now++ }
    const before = await createService({ strategy, adapter, config: { ...config, secret } })
    const here = before.browser()
    await enter(here, "ada", "bob")
    await turnTo(here, "ada")
    ticks.now += 3600_000
    const { attempt } = (await (await here.get("/confirm", { accept: "application/json" })).json()) as {
      attempt: string
    }
    const form = { csrfToken: await here.csrfToken(), attempt, method: "password", password: "pw", callbackUrl: "/" }
    expect((await here.post("/confirm", form)).headers.get("location")).toBe("https://app.test/")
    const rotated = await createService({ strategy, adapter, config: { ...config, secret: ["n".repeat(32), secret] } })
    const later = rotated.browser(here.jar)
    await leave(later, "ada")
    expect([await current(later), await names(later)]).toEqual(["bob", ["bob"]])
  })

  test("a sign-out ends all accounts of the browser, and no copy of its cookies opens one", async () => {
    const { browser, signOut } = await createService({ strategy })
    const here = browser()
    await enter(here, "ada", "bob", "cleo", "dan", "eve")
    await turnTo(here, "cleo")
    const before = copyCookies(here)
    await here.post("/signout", { csrfToken: await here.csrfToken() })
    expect([await current(here), await names(here), kept(here)]).toEqual([null, [], []])
    expect(signOut).toHaveBeenCalledTimes(5)
    // A late response sets the old cookies again, but not the cookies that the sign-out changed
    for (const [name, cookie] of before) if (/session-token|latchkit\.account\./.test(name)) here.jar.set(name, cookie)
    expect([await current(here), await names(here)]).toEqual([null, []])
  })

  test("signing in again replaces that user's session and keeps the others", async () => {
    const { browser, adapter } = await createService({ strategy })
    const here = browser()
    await enter(here, "ada", "bob", "ada", "ada")
    expect([await current(here), await names(here)]).toEqual(["ada", ["ada", "bob"]])
    if (strategy === "database") expect((await adapter.listSessions("ada")).length).toBe(1)
    await turnTo(here, "bob")
    expect([await current(here), await names(here)]).toEqual(["bob", ["bob", "ada"]])
  })

  test("keeps each session's own lifetime", async () => {
    const { browser } = await createService({ strategy, config: { session: { remember: true } } })
    const here = browser()
    await here.signInWith("credentials", { username: "ada", asked: "remember" })
    await here.signInWith("credentials", { username: "bob", asked: "remember", remember: "yes" })
    const { id } = await find(here, "ada")
    const response = await here.postJson("/accounts", { csrfToken: await here.csrfToken(), change: "switch", id })
    const lines = response.headers.getSetCookie()
    const line = (name: string) => lines.find((one) => one.startsWith(`__Host-latchkit.${name}`)) ?? ""
    expect(line("session-token")).not.toMatch(/Expires|Max-Age/)
    expect(line("account.")).toMatch(/Max-Age=25\d{5}/)
  })

  describe("bounds (threat 528)", () => {
    test("signs out the account that was used longest ago when there is no room", async () => {
      const { browser, signOut, adapter } = await createService({ strategy, max: 3 })
      const here = browser()
      await enter(here, "ada", "bob", "cleo")
      expect((await list(here)).canAdd).toBe(false)
      await turnTo(here, "ada")
      await enter(here, "dan")
      expect([await current(here), await names(here)]).toEqual(["dan", ["dan", "ada", "cleo"]])
      expect(signOut).toHaveBeenCalledOnce()
      if (strategy === "database") expect(await adapter.listSessions("bob")).toEqual([])
    })

    test("keeps the Cookie header below 8 KB with the most accounts and long names", async () => {
      const { browser } = await createService({
        strategy,
        max: 8,
        config: strategy === "jwt" ? { callbacks: { jwt: ({ token }) => ({ ...token, more: "x".repeat(700) }) } } : {},
      })
      const here = browser()
      for (let round = 0; round < 3; round++) await enter(here, ...USERS)
      expect(here.cookieHeader().length).toBeLessThan(8192)
      const found = await names(here)
      expect(found[0]).toBe("jan")
      expect(found.length).toBeGreaterThan(strategy === "jwt" ? 1 : 7)
      for (const name of found) {
        await turnTo(here, String(name))
        expect(await current(here)).toBe(name)
        expect(here.cookieHeader().length).toBeLessThan(8192)
      }
    })

    test("opens only as many cookies as there may be, whatever the browser sends", async () => {
      const { browser } = await createService({ strategy })
      const here = browser()
      await enter(here, "ada", "bob")
      const [cookie] = kept(here)
      const value = here.jar.get(cookie ?? "")?.value ?? ""
      for (let number = 0; number < 200; number++) here.jar.set(`__Host-latchkit.account.${1e9 + number}`, { value })
      const response = await here.get("/accounts")
      expect(response.status).toBe(200)
      expect(response.headers.getSetCookie().length).toBeLessThan(20)
    })
  })

  describe("rejects", () => {
    test("an unknown, empty or foreign id, and changes nothing (threat 529)", async () => {
      const { browser } = await createService({ strategy })
      const [here, there] = [browser(), browser()]
      await enter(here, "ada", "bob")
      await enter(there, "cleo", "dan")
      const foreign = await find(there, "cleo")
      for (const id of [foreign.id, "", "0", "__proto__", "ada", "../ada", "x".repeat(500)])
        expect(await change(here, "switch", id)).toEqual([404, { error: "NotFound" }])
      for (const id of [foreign.id, "", "ada"])
        expect(await change(here, "sign-out", id)).toEqual([404, { error: "NotFound" }])
      expect([await current(here), await names(here)]).toEqual(["bob", ["bob", "ada"]])
      expect([await current(there), await names(there)]).toEqual(["dan", ["dan", "cleo"]])
    })

    test("a kept session that was moved to another slot, browser or site (threat 530)", async () => {
      const adapter = MemoryAdapter()
      const { browser } = await createService({ strategy, adapter })
      const here = browser()
      await enter(here, "ada", "bob", "cleo")
      const [first = "", second = ""] = kept(here)
      const moved = browser(copyCookies(here))
      moved.jar.set(first, here.jar.get(second) ?? { value: "" })
      expect((await names(moved)).length).toBe(2)
      // Another browser with accounts of its own, and one without
      for (const there of [browser(), browser()]) {
        if (there) await enter(there, "dan", "eve")
        for (const name of kept(here)) there.jar.set(name, here.jar.get(name) ?? { value: "" })
        expect(await names(there)).toEqual(["eve", "dan"])
      }
      const other = await createService({ strategy, adapter, base: "https://two.test/auth" })
      const elsewhere = other.browser(copyCookies(here, (name) => !name.includes("session-token")))
      expect(await names(elsewhere)).toEqual([])
    })

    test("a kept session as a session, and a session as a kept one (threat 531)", async () => {
      const { browser } = await createService({ strategy })
      const here = browser()
      await enter(here, "ada", "bob")
      const [name = ""] = kept(here)
      const asSession = browser(copyCookies(here))
      asSession.jar.set("__Host-latchkit.session-token", here.jar.get(name) ?? { value: "" })
      expect(await current(asSession)).toBeNull()
      const asKept = browser(copyCookies(here))
      asKept.jar.set(name, here.jar.get("__Host-latchkit.session-token") ?? { value: "" })
      expect(await names(asKept)).toEqual(["bob"])
    })

    test("a switch without the CSRF token, by GET, and from another site (threat 532)", async () => {
      const { browser } = await createService({ strategy })
      const here = browser()
      await enter(here, "ada", "bob")
      const { id } = await find(here, "ada")
      const fields = { change: "switch", id }
      const without = await here.postJson("/accounts", fields)
      expect([without.status, await without.json()]).toEqual([400, { error: "MissingCSRF" }])
      await here.get(`/accounts?change=switch&id=${id}`)
      const csrfToken = await here.csrfToken()
      for (const headers of [{ origin: "https://evil.test" }, { "sec-fetch-site": "cross-site" }]) {
        const response = await here.post("/accounts", { ...fields, csrfToken }, headers as Record<string, string>)
        expect(response.status).toBe(403)
      }
      expect(await current(here)).toBe("bob")
      // A form of the page that still shows the other user
      await turnTo(here, "ada")
      expect((await here.postJson("/accounts", { ...fields, csrfToken })).status).toBe(400)
      expect((await here.postJson("/session", { csrfToken, data: { name: "x" } })).status).toBe(400)
    })

    test("a kept session that has expired (threat 533)", async () => {
      const clock = { now: Date.UTC(2026, 0, 1) }
      const { browser } = await createService({
        strategy,
        config: { clock: () => clock.now, session: { maxAge: 3600 } },
      })
      const here = browser()
      await enter(here, "ada")
      clock.now += 3000_000
      await enter(here, "bob")
      const { id } = await find(here, "ada")
      clock.now += 1000_000
      expect(await change(here, "switch", id)).toEqual([404, { error: "NotFound" }])
      expect([await current(here), await names(here), kept(here)]).toEqual(["bob", ["bob"], []])
    })

    test("an account that signed out, whose late response sets its cookies again (threat 534)", async () => {
      const { browser } = await createService({ strategy })
      const here = browser()
      await enter(here, "ada", "bob", "cleo")
      const before = copyCookies(here)
      const { id } = await find(here, "bob")
      await leave(here, "bob")
      for (const name of before.keys())
        if (name.includes("latchkit.account.")) here.jar.set(name, before.get(name) ?? { value: "" })
      expect(await change(here, "switch", id)).toEqual([404, { error: "NotFound" }])
      expect([await current(here), await names(here)]).toEqual(["cleo", ["cleo", "ada"]])
    })
  })

  test("a late response of the account before a switch doesn't make it active again (threat 535)", async () => {
    const held: { wait?: Promise<void>; reached?: () => void } = {}
    const session = async ({ session }: { session: Session }) => {
      const { wait, reached } = held
      delete held.wait
      reached?.()
      await wait
      return session
    }
    const { auth, browser } = await createService({
      strategy,
      config: { callbacks: { session } as NonNullable<AuthConfig["callbacks"]> },
    })
    for (const method of ["GET", "POST"]) {
      const here = browser()
      await enter(here, "bob", "ada")
      const csrfToken = await here.csrfToken()
      const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      Object.assign(held, { wait: gate.promise, reached: reached.resolve })
      const slow = auth.handle(
        new Request(`${BASE}/session`, {
          method,
          headers: { cookie: here.cookieHeader(), "content-type": "application/json" },
          ...(method === "POST" && { body: JSON.stringify({ csrfToken, data: {} }) }),
        }),
      )
      await reached.promise
      delete held.reached
      await turnTo(here, "bob")
      expect(await current(here)).toBe("bob")
      gate.resolve()
      const late = await slow
      expect(late.status).toBe(200)
      await cookieClient({ handle: async () => late }, here.jar).get("/")
      expect(here.jar.get("__Host-latchkit.session-token")?.value).toBeTruthy()
      const { cookie } = { cookie: here.cookieHeader() }
      if (strategy === "jwt")
        expect((await getToken({ req: { headers: { cookie } }, secret, site: BASE }))?.sub).not.toBe("ada")
      expect(await current(here)).not.toBe("ada")
      expect(await names(here)).toContain("ada")
    }
  })

  test("two switches at once lose no account", async () => {
    const { auth, browser } = await createService({ strategy })
    const here = browser()
    await enter(here, "bob", "cleo", "ada")
    const csrfToken = await here.csrfToken()
    const ids = [await find(here, "bob"), await find(here, "cleo")].map(({ id }) => id)
    const cookie = here.cookieHeader()
    const responses = await Promise.all(
      ids.map((id) =>
        auth.handle(
          new Request(`${BASE}/accounts`, {
            method: "POST",
            headers: { cookie, "content-type": "application/json" },
            body: JSON.stringify({ csrfToken, change: "switch", id }),
          }),
        ),
      ),
    )
    for (const response of responses) await cookieClient({ handle: async () => response }, here.jar).get("/")
    expect(await current(here)).toBe("cleo")
    expect((await names(here)).sort()).toEqual(["ada", "bob", "cleo"])
  })

  test("off by default: no cookie, no byte and no route", async () => {
    const one = await createService({ strategy, max: 1 })
    const { auth } = await createService({ strategy, config: { session: {} }, max: 1 })
    const here = one.browser()
    await enter(here, "ada", "bob")
    expect([...here.jar.keys()].filter((name) => name.includes("account"))).toEqual([])
    expect(await current(here)).toBe("bob")
    expect((await here.get("/accounts")).status).toBe(404)
    expect((await here.post("/accounts", { csrfToken: await here.csrfToken() })).status).toBe(404)
    if (strategy === "database") expect(await one.adapter.listSessions("ada")).toEqual([])
    expect(await auth.isUnderBasePath(new Request(`${BASE}/accounts`))).toBe(true)
  })
})

test("a stored session that ended elsewhere, or whose user is gone, disappears (threat 536)", async () => {
  const { browser, adapter } = await createService({ strategy: "database" })
  const here = browser()
  await enter(here, "ada", "bob", "cleo")
  const [ada, bob] = [await find(here, "ada"), await find(here, "bob")]
  await adapter.deleteSessions("ada")
  await adapter.deleteUser("bob")
  for (const { id } of [ada, bob]) expect(await change(here, "switch", id)).toEqual([404, { error: "NotFound" }])
  expect([await current(here), await names(here), kept(here)]).toEqual(["cleo", ["cleo"], []])
})

describe("signing in with a provider while signed in", () => {
  const ada = { sub: "ada", email: "ada@app.test", email_verified: true }
  const bob = { sub: "bob", email: "bob@app.test", email_verified: true }
  const session = { maxAccounts: 3 } as const

  test("adds an account, and lets the user choose one at the provider", async () => {
    const { enter, start, browser, adapter, issuer } = await oauthService({ session })
    const here = browser()
    await enter(here, ada)
    const started = await here.post("/signin/acme", { csrfToken: await here.csrfToken() })
    expect(new URL(started.headers.get("location") ?? "").searchParams.get("prompt")).toBe("select_account")
    await here.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", bob)}`)
    expect(await signedInName(here)).toBe("bob@app.test")
    expect((await list(here)).accounts.map(({ email }) => email)).toEqual(["bob@app.test", "ada@app.test"])
    const owner = await adapter.getUserByAccount({ provider: "acme", providerAccountId: "bob" })
    expect(owner?.email).toBe("bob@app.test")
    expect(await start(browser(), ada)).toContain("/callback/acme")
  })

  test("links only if the form asks for it", async () => {
    const { enter, browser, adapter } = await oauthService({ session })
    const here = browser()
    await enter(here, ada)
    await enter(here, { ...bob, email: "other@app.test" }, { link: "yes" })
    expect(await signedInName(here)).toBe("ada@app.test")
    expect((await list(here)).accounts.length).toBe(1)
    const owner = await adapter.getUserByAccount({ provider: "acme", providerAccountId: "bob" })
    expect(owner?.email).toBe("ada@app.test")
  })

  test("keeps the provider that each session must end at", async () => {
    const { enter, browser } = await oauthService({ session }, { endSession: true })
    const here = browser()
    await enter(here, ada)
    await enter(here, bob)
    await change(here, "switch", (await list(here)).accounts[1]?.id ?? "")
    expect(await signedInName(here)).toBe("ada@app.test")
    const signedOut = await here.post("/signout", { csrfToken: await here.csrfToken() })
    expect(signedOut.headers.get("location")).toBe(`${BASE}/signout/acme`)
  })
})

test("`session.maxAccounts` must be a whole number from 1 to 8", async () => {
  for (const max of [0, 9, 2.5, -1, NaN]) {
    const { browser } = await createService({ strategy: "jwt", max })
    expect((await browser().get("/session")).status).toBe(500)
  }
})
