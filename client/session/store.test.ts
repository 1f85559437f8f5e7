import { QueryClient } from "@tanstack/react-query"
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"

import "../actions/run-sign-out.ts" // a page loads it, which takes no virtual time
import "./update-session.ts"
import { installClock, type VirtualClock } from "../../server/testing/clock.ts"
import { fakeBrowser, type FakeBrowser, type FakeBrowserOptions, type FakeTab } from "../../server/testing/tabs.ts"
import { runClient, type AuthClientOptions } from "../core/client.ts"
import type { Session } from "../contract.ts"
import { createPageClient } from "../core/create-client.ts"
import { ada, eve, createTestService, type TestService } from "../core/service.fixture.ts"
import { sessionKey } from "./options.ts"
import { signIn } from "../api/sign-in.ts"
import { signOut } from "../api/sign-out.ts"

let clock: VirtualClock
let service: TestService
let browser: FakeBrowser
const stops: (() => void)[] = []

beforeAll(() => Promise.all([import("../core/full-client.ts"), import("../actions/run-sign-in.ts")])) // a browser would load this from the network

beforeEach(() => {
  clock = installClock()
  service = createTestService(ada)
  browser = fakeBrowser(service)
})

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  clock.restore()
})

function browserWith(options: Partial<FakeBrowserOptions>) {
  browser = fakeBrowser({ ...options, handle: service.handle })
}

function open(options: AuthClientOptions = {}) {
  const tab = browser.open()
  const client = createPageClient({ page: tab, ...options })
  const stop = runClient(client)
  stops.push(stop)
  const seen: string[] = []
  const unsubscribe = client.store.subscribe(() => seen.push(client.store.get().status))
  const name = () => client.store.get().data?.user?.name ?? client.store.get().status
  return { tab, client, store: client.store, seen, name, stop: () => (unsubscribe(), stop(), tab.close()) }
}

const sessionRequestCount = () => browser.requests.filter((entry) => entry === "GET /auth/session").length

/** Runs `act` in that tab, because the module's functions use the client that was started last. */
function inTab<T>(of: ReturnType<typeof open>, act: () => T): T {
  stops.push(runClient(of.client))
  return act()
}

function setSession(session: Session | null) {
  const [name = "", value = ""] = service.setSession(session).split("=")
  browser.cookies.set(name, value)
}

describe("requests of a tab", () => {
  test("fetches once", async () => {
    const one = open()
    expect(one.store.get().status).toBe("loading")
    await clock.advance(10)
    expect(one.store.get()).toMatchObject({ status: "authenticated", data: ada, error: null, expiresSoon: false })
    expect(sessionRequestCount()).toBe(1)
  })

  test.each([
    ["a session", ada],
    ["null", null],
  ])("a rendered %s needs no request", async (_, session) => {
    const one = open({ session })
    await clock.advance(60_000)
    expect(one.store.get().data).toEqual(session)
    expect(browser.requests).toEqual([])
  })

  test("ten tabs opened together fetch once, at whatever pace they start", async () => {
    service.delay = 300
    const tabs = []
    for (let nth = 0; nth < 10; nth++) {
      tabs.push(open())
      await clock.advance(nth * 70)
    }
    await clock.advance(3000)
    expect(tabs.map(({ name }) => name())).toEqual(Array(10).fill("Ada"))
    expect(sessionRequestCount()).toBe(1)
  })

  test("one focus sends one request, and updates every tab", async () => {
    const tabs = [open(), open(), open()]
    await clock.advance(20_000)
    service.session = { ...ada, expires: "2026-02-20T00:00:00.000Z" }
    tabs[1]?.tab.show()
    await clock.advance(1000)
    expect(sessionRequestCount()).toBe(2)
    expect(tabs.map(({ store }) => store.get().data?.expires)).toEqual(Array(3).fill("2026-02-20T00:00:00.000Z"))
  })

  test("sends no request at focus if the app turned it off", async () => {
    const one = open({ refetchOnWindowFocus: false })
    await clock.advance(20_000)
    one.tab.show()
    await clock.advance(1000)
    expect(sessionRequestCount()).toBe(1)
  })

  test("one tab polls for all tabs, and another takes over when the leader closes", async () => {
    const tabs = [open({ refetchInterval: 5 }), open({ refetchInterval: 5 }), open({ refetchInterval: 5 })]
    await clock.advance(100)
    await clock.advance(30_000)
    expect(sessionRequestCount()).toBe(1 + 6)
    expect(tabs[0]?.tab.requests.length).toBe(7)
    tabs[0]?.stop()
    await clock.advance(5000)
    expect(sessionRequestCount()).toBe(8)
  })

  test("doesn't poll while signed out, or offline if the app turned it off", async () => {
    const one = open({ session: null, refetchInterval: 5 })
    const two = open({ session: ada, refetchInterval: 5, refetchWhenOffline: false })
    browser.online = false
    await clock.advance(30_000)
    expect(browser.requests).toEqual([])
    browser.online = true
    await clock.advance(8000)
    expect(sessionRequestCount()).toBe(1)
    one.stop()
    two.stop()
  })

  test.each([
    ["Web Locks", { locks: false }],
    ["BroadcastChannel", { channels: false }],
    ["both", { locks: false, channels: false }],
  ])("without %s each tab fetches the session for itself", async (_, options) => {
    browserWith(options)
    const tabs = [open(), open(), open()]
    await clock.advance(2000)
    expect(tabs.map(({ name }) => name())).toEqual(["Ada", "Ada", "Ada"])
    expect(sessionRequestCount()).toBe(3)
    await inTab(tabs[0] ?? open(), () => signOut({ redirect: false }))
    await clock.advance(100)
    for (const { tab } of tabs) tab.show()
    await clock.advance(3000)
    expect(tabs.map(({ name }) => name())).toEqual(Array(3).fill("unauthenticated"))
  })
})

describe("state of a tab", () => {
  test("an unchanged poll notifies no listener, even if expires changed", async () => {
    service.slidingSeconds = 3600
    const one = open({ refetchInterval: 5 })
    await clock.advance(100)
    const { data } = one.store.get()
    const before = data?.expires
    const calls = one.seen.length
    await clock.advance(30_000)
    expect(sessionRequestCount()).toBe(7)
    expect(one.seen.length).toBe(calls)
    expect(one.store.get().data).toBe(data)
    expect(data?.expires).not.toBe(before)
  })

  test.each([
    ["right", 0],
    ["five minutes behind", 300_000],
    ["five minutes ahead", -300_000],
  ])("shows signed out on time with a device clock that is %s", async (_, ahead) => {
    service.clockOffset = ahead
    service.session = { ...ada, expires: new Date(Date.now() + ahead + 3600_000).toISOString() }
    const one = open()
    await clock.advance(3600_000 - 61_000)
    expect(one.store.get()).toMatchObject({ status: "authenticated", expiresSoon: false })
    await clock.advance(2000)
    expect(one.store.get()).toMatchObject({ status: "authenticated", expiresSoon: true })
    await clock.advance(58_950)
    expect(one.name()).toBe("Ada")
    service.session = null
    await clock.advance(100)
    expect(one.name()).toBe("unauthenticated")
  })

  test("a `Date` in whole seconds doesn't delay the expiry", async () => {
    service.session = { ...ada, expires: new Date(Date.now() + 10_000).toISOString() }
    const one = open()
    await clock.advance(1900) // a clock that starts on the second is 900 ms ahead of that response's header
    one.tab.show()
    await clock.advance(8050)
    expect([one.name(), sessionRequestCount()]).toEqual(["Ada", 2])
    service.session = null
    await clock.advance(100)
    expect(one.seen).toContain("unauthenticated")
  })

  test("an expiry more than 2^31 ms away comes on time and not at once", async () => {
    service.session = { ...ada, expires: new Date(Date.now() + 3 * 2 ** 31).toISOString() }
    const one = open({ session: service.session })
    await clock.advance(3000)
    expect(one.name()).toBe("Ada")
  })

  test("the first look after an expiry during sleep asks the server", async () => {
    service.session = { ...ada, expires: new Date(Date.now() + 60_000).toISOString() }
    const one = open()
    await clock.advance(10)
    clock.sleep(3600_000)
    service.session = null
    one.tab.show()
    expect(one.name()).toBe("Ada")
    await clock.advance(10)
    expect(one.name()).toBe("unauthenticated")
  })

  test("a session that was extended elsewhere never looks signed out", async () => {
    service.session = { ...ada, expires: new Date(Date.now() + 5000).toISOString() }
    const one = open()
    await clock.advance(100)
    service.session = ada
    await clock.advance(6000)
    expect(new Set(one.seen)).toEqual(new Set(["authenticated"]))
    expect(sessionRequestCount()).toBe(2)
  })

  test("a failed request keeps the known session and reports the error", async () => {
    const one = open()
    await clock.advance(20_000)
    browser.online = false
    one.tab.show()
    await clock.advance(100)
    expect(one.store.get()).toMatchObject({ status: "authenticated", data: ada, error: { name: "RequestError" } })
    browser.online = true
    await clock.advance(2000)
    one.tab.show()
    await clock.advance(100)
    expect(one.store.get().error).toBeNull()
  })

  test("a tab without any response keeps trying", async () => {
    browser.online = false
    const one = open()
    await clock.advance(100)
    expect(one.store.get()).toMatchObject({ status: "loading", error: { action: "session" } })
    browser.online = true
    await clock.advance(5000)
    expect(one.name()).toBe("Ada")
  })
})

describe("signing in and out", () => {
  test("a sign-out shows at once in every tab and sends no request", async () => {
    const [one, two, three] = [open(), open(), open()]
    await clock.advance(2000)
    const before = sessionRequestCount()
    service.delay = 200
    const result = inTab(two, () => signOut({ redirect: false }))
    await clock.advance(0)
    expect(two.name()).toBe("unauthenticated")
    await clock.advance(50)
    expect([one.name(), three.name()]).toEqual(["unauthenticated", "unauthenticated"])
    await clock.advance(500)
    expect(await result).toEqual({ ok: true, url: "http://localhost:3000/" })
    await clock.advance(5000)
    expect(sessionRequestCount()).toBe(before)
  })

  test("every tab restores the session if the server rejects the sign-out", async () => {
    const [one, two] = [open(), open()]
    await clock.advance(2000)
    service.instead["signout"] = () => new Response("", { status: 500 })
    const result = await inTab(one, () => signOut({ redirect: false }))
    expect(result).toEqual({ ok: false, url: null, error: "RequestFailed" })
    expect(one.store.get()).toMatchObject({ status: "authenticated", error: { action: "signout", status: 500 } })
    await clock.advance(2000)
    expect(two.name()).toBe("Ada")
  })

  test.each([["with", true], ["without"]].map(([word], at) => [word, at === 0] as const))(
    "every tab notices a sign-in %s a version cookie",
    async (_, versions) => {
      service.session = null
      service.versions = versions
      const tabs = [open(), open(), open()]
      await clock.advance(2000)
      const result = await inTab(tabs[1] ?? open(), () => signIn("credentials", { password: "right", redirect: false }))
      expect(result).toMatchObject({ ok: true, status: 200 })
      await clock.advance(2000)
      expect(tabs.map(({ name }) => name())).toEqual(["Ada", "Ada", "Ada"])
      expect(sessionRequestCount()).toBeLessThanOrEqual(versions ? 2 : 4)
    },
  )

  test("a wrong password is a value", async () => {
    service.session = null
    const one = open()
    await clock.advance(100)
    const result = await inTab(one, () => signIn("credentials", { password: "wrong", redirect: false }))
    expect(result).toEqual({ ok: false, status: 401, url: null, error: "CredentialsSignin", code: "credentials" })
    expect(one.tab.visits).toEqual([])
  })

  test("an identity provider may be at any origin, a callback only at this one", async () => {
    const one = open({ session: null })
    await inTab(one, () => signIn("github", { redirectTo: "/account" }, { prompt: "consent" }))
    expect(one.tab.visits).toEqual(["https://id.test/authorize"])
    expect(service.posts[0]).toMatchObject({ body: { callbackUrl: "/account", csrfToken: "token" } })
    expect(one.tab.requests).toContain("POST /auth/signin/github")
    service.instead["callback/credentials"] = () => Response.json({ url: "https://id.test/authorize" })
    await inTab(one, () => signIn("credentials", { password: "right" }))
    service.instead["signin/github"] = () => Response.json({ url: "https://id.test/no", error: "OAuthSignin" })
    await inTab(one, () => signIn("github"))
    expect(one.tab.visits).toEqual(["https://id.test/authorize"])
  })

  test("ignores an `error` parameter in the app's own URL", async () => {
    const one = open({ session: null })
    const callbackUrl = "http://localhost:3000/report?error=404"
    const signedIn = inTab(one, () => signIn("credentials", { password: "right", callbackUrl, redirect: false }))
    expect(await signedIn).toEqual({ ok: true, status: 200, url: callbackUrl })
  })

  test("update sends the data, waits while loading, and tells the other tabs", async () => {
    service.delay = 100
    const [one, two] = [open(), open()]
    const updated = one.store.update({ user: { name: "Countess" } })
    await clock.advance(3000)
    expect((await updated)?.user?.name).toBe("Countess")
    expect([one.name(), two.name()]).toEqual(["Countess", "Countess"])
    const again = one.store.update()
    await clock.advance(1000)
    await again
    expect(service.posts.map(({ path }) => path)).toEqual(["session", "session"])
  })

  test("notices a server action's sign-in without a reload, and at the next navigation too", async () => {
    service.session = null
    const one = open({ session: null })
    await clock.advance(10)
    setSession(ada)
    one.tab.move()
    await clock.advance(100)
    expect(one.name()).toBe("Ada")
    expect(sessionRequestCount()).toBe(1)
  })

  test("accepts a later rendered session, and ignores the same one", async () => {
    const one = open({ session: null })
    one.store.accept({ session: ada })
    expect(one.name()).toBe("Ada")
    await inTab(one, () => signOut({ redirect: false }))
    one.store.accept({ session: { ...ada } })
    expect(one.name()).toBe("unauthenticated")
  })

  test("applies a later refetchInterval at once", async () => {
    const one = open({ session: ada })
    setSession(ada)
    one.store.accept({ session: ada, refetchInterval: 5 })
    await clock.advance(11_000)
    expect(sessionRequestCount()).toBe(2)
    one.store.accept({ session: ada, refetchInterval: 0 })
    await clock.advance(60_000)
    expect(sessionRequestCount()).toBe(2)
  })

  test("stores the session in the app's own QueryClient", async () => {
    const queryClient = new QueryClient()
    const one = open({ queryClient })
    await clock.advance(10)
    expect(queryClient.getQueryData(sessionKey("/auth"))).toEqual(ada)
    service.session = eve
    await queryClient.invalidateQueries({ queryKey: sessionKey("/auth") })
    await clock.advance(10)
    expect(one.name()).toBe("Eve")
  })
})

describe("threats", () => {
  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "blob:http://localhost:3000/1",
    "https://evil.test/",
    "//evil.test",
  ])("a sign-out response with %s navigates nowhere (threat 312)", async (url) => {
    const one = open({ session: ada })
    service.instead["signout"] = () => Response.json({ url })
    await inTab(one, () => signOut())
    expect(one.tab.visits).toEqual([])
  })

  test.each(["javascript:alert(1)", "data:text/html,x", "blob:https://id.test/1"])(
    "a sign-in response with %s navigates nowhere (threat 312)",
    async (url) => {
      const one = open({ session: null })
      service.instead["signin/github"] = () => Response.json({ url })
      await inTab(one, () => signIn("github"))
      expect(one.tab.visits).toEqual([])
    },
  )

  const elsewhere = () =>
    Object.defineProperties(Response.json(eve), { redirected: { value: true }, url: { value: "https://evil.test/s" } })
  const answers: [string, () => Response][] = [
    ["HTML", () => new Response("<p>", { headers: { "content-type": "text/html" } })],
    ["a failure", () => Response.json({ message: "no" }, { status: 500 })],
    ["a failure with a session", () => Response.json(eve, { status: 500 })],
    ["503 and null", () => Response.json(null, { status: 503 })],
    ["nothing", () => new Response(null, { status: 204 })],
    ["an array", () => Response.json([eve])],
    ["a message", () => Response.json({ message: "no" })],
    ["a session whose end is no date", () => Response.json({ ...eve, expires: "soon" })],
    ["a session without an end", () => Response.json({ user: eve.user })],
    ["another origin", elsewhere],
  ]
  test.each(answers)("%s is no session (threat 314)", async (_, answer) => {
    service.instead["session"] = answer
    const fresh = open()
    await clock.advance(100)
    expect(fresh.store.get()).toMatchObject({ status: "loading", error: { action: "session" } })
    fresh.stop()
    service.instead = {}
    const known = open()
    await clock.advance(20_000)
    service.instead["session"] = answer
    known.tab.show()
    await clock.advance(100)
    expect(known.store.get()).toMatchObject({ status: "authenticated", data: ada })
  })

  const forgedMessage = {
    says: { user: { name: "admin" }, expires: "2099-01-01T00:00:00.000Z" },
    version: undefined,
    at: 1e15,
  }
  function post(tab: FakeTab, message: unknown) {
    const { BroadcastChannel } = tab
    if (!BroadcastChannel) throw new Error("no channel")
    const channel = new BroadcastChannel(sessionKey("/auth").join())
    for (let nth = 0; nth < 1000; nth++) channel.postMessage(message)
    channel.close()
  }

  test.each([
    ["signed in", ada],
    ["signed out", null],
  ])("forged messages to a tab that is %s only make it fetch, once a second (threat 315)", async (_, session) => {
    service.session = session
    const [one, two] = [open({ session }), open({ session })]
    for (let second = 0; second < 5; second++) {
      post(browser.open(), forgedMessage)
      await clock.advance(1000)
      expect([one.store.get().data, two.store.get().data]).toEqual([session, session])
    }
    expect(sessionRequestCount()).toBeLessThanOrEqual(2 * 6)
    for (const junk of [
      null,
      1,
      "x",
      [],
      {},
      { says: { user: 1 } },
      { ask: "x" },
      { event: "session", data: forgedMessage.says },
    ]) {
      post(browser.open(), junk)
    }
    await clock.advance(2000)
    expect(one.store.get().data).toEqual(session)
  })

  test.each([true, false])(
    "ignores a response that comes after the sign-out (version cookie: %s) (threat 316)",
    async (versions) => {
      service.versions = versions
      const [one, two] = [open(), open()]
      await clock.advance(20_000)
      service.delay = 500
      two.tab.show()
      await clock.advance(100)
      service.delay = 0
      await inTab(one, () => signOut({ redirect: false }))
      await clock.advance(15_000)
      expect([one.name(), two.name()]).toEqual(["unauthenticated", "unauthenticated"])
      expect([...one.seen, ...two.seen].lastIndexOf("authenticated")).toBeLessThan(one.seen.length + 2)
    },
  )

  test("a page from the back-forward cache shows no session until it has fetched it (threat 317)", async () => {
    const one = open()
    await clock.advance(20_000)
    one.tab.freeze()
    setSession(eve)
    await clock.advance(1000)
    service.delay = 100
    one.tab.thaw()
    expect(one.name()).toBe("loading")
    await clock.advance(1000)
    expect(one.name()).toBe("Eve")
  })

  test("a page whose store started after it was left still leads once it is restored", async () => {
    service.versions = false
    const one = open()
    await clock.advance(0)
    one.tab.thaw() // its store has seen no `pagehide`
    await clock.advance(40_000)
    service.session = null
    one.tab.show()
    await clock.advance(100) // a tab that waits for a leader takes a second
    expect(one.name()).toBe("unauthenticated")
  })

  test("also hides the session if the server has no version cookie (threat 317)", async () => {
    service.versions = false
    const one = open()
    await clock.advance(20_000)
    one.tab.freeze()
    service.session = null
    one.tab.thaw()
    expect(one.name()).toBe("loading")
    await clock.advance(1000)
    expect(one.name()).toBe("unauthenticated")
  })

  test.each([
    ["signed in as somebody else", eve, { action: "session", status: 409 }],
    ["signed out", null, { action: "session", status: 409 }],
  ])("rejects an update after another tab has %s (threat 317)", async (_, session, refusal) => {
    browserWith({ channels: false, cookieStore: false })
    const one = open()
    await clock.advance(20_000)
    setSession(session)
    await expect(one.store.update({ theme: "dark" })).rejects.toMatchObject(refusal)
    expect(service.posts).toEqual([])
    expect(one.store.get().data).toEqual(session)
  })

  test("sends an outdated tab's update once the tab is up to date (threat 317)", async () => {
    browserWith({ channels: false, cookieStore: false })
    const one = open()
    await clock.advance(20_000)
    setSession({ ...ada, user: { ...ada.user, image: "/ada.png" } })
    expect(await one.store.update({ theme: "dark" })).toMatchObject({ user: { image: "/ada.png" }, theme: "dark" })
    expect([sessionRequestCount(), service.posts.length]).toEqual([2, 1])
  })

  test("on a server nothing is written outside of the store (threat 318)", () => {
    const queryClient = new QueryClient()
    const page = { fetch: () => Promise.reject(new Error("not on a server")) }
    const [one, two] = [ada, eve].map((session) => createPageClient({ session, queryClient, page }).store.get())
    expect([one?.data, two?.data]).toEqual([ada, eve])
    expect(
      queryClient
        .getQueryCache()
        .getAll()
        .every(({ state }) => state.data === undefined),
    ).toBe(true)
  })

  test.each<[string, () => Response]>([
    ["fails", () => new Response("", { status: 500 })],
    ["is HTML", () => new Response("<p>")],
    ["is off", () => Response.json({}, { status: 404 })],
    ["is empty", () => Response.json({ csrfToken: "" })],
  ])("posts nothing if the CSRF token %s (threat 320)", async (_, answer) => {
    service.instead["csrf"] = answer
    const one = open({ session: ada })
    const options = { redirect: false }
    expect(await inTab(one, () => signIn("github", options))).toMatchObject({
      ok: false,
      error: "RequestFailed",
      code: "csrf",
    })
    expect(await signOut(options)).toMatchObject({ ok: false, error: "RequestFailed" })
    await expect(one.store.update({})).rejects.toMatchObject({ action: "csrf" })
    expect(browser.requests.filter((entry) => entry.startsWith("POST"))).toEqual([])
  })

  test.each(["constructor", "__proto__", "toString", "nobody"])("%s is no provider (threat 321)", async (id) => {
    service.instead["providers"] = () =>
      new Response(`{"__proto__": {"polluted": true}, "github": {"type": "oauth"}}`, {
        headers: { "content-type": "application/json" },
      })
    const one = open({ session: null })
    await inTab(one, () => signIn(id))
    expect(one.tab.visits[0]).toMatch(/^http:\/\/localhost:3000\/auth\/signin\?callbackUrl=/)
    expect("polluted" in {}).toBe(false)
  })
})
