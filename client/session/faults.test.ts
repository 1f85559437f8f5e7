import { afterEach, beforeEach, expect, test } from "vitest"

import "../actions/run-sign-out.ts" // a page loads it, which takes no virtual time
import "./update-session.ts"
import { installClock, type VirtualClock } from "../../server/testing/clock.ts"
import { fakeBrowser, type FakeBrowser, type FakeTab } from "../../server/testing/tabs.ts"
import { signOut } from "../api/sign-out.ts"
import { createLazyClient, runClient, type AuthClientOptions } from "../core/client.ts"
import { createClient } from "../core/create-client.ts"
import { ada, createTestService, eve, type TestService } from "../core/service.fixture.ts"

/** A wrong clock, a response that never comes, and a frame that may do nothing. */
let clock: VirtualClock
let service: TestService
let browser: FakeBrowser
const stops: (() => void)[] = []

beforeEach(() => {
  clock = installClock()
  service = createTestService(ada)
  browser = fakeBrowser({ handle: (request) => service.handle(request) })
})

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  clock.restore()
})

function open(options: AuthClientOptions = {}, parts: Partial<FakeTab> = {}) {
  const tab = parts.visits ? (parts as FakeTab) : Object.assign(browser.open(), parts)
  const client = createClient({ page: tab, ...options })
  stops.push(runClient(client))
  const name = () => client.store.get().data?.user?.name ?? client.store.get().status
  const seen: string[] = []
  client.store.subscribe(() => seen.push(name()))
  return { tab, client, store: client.store, name, seen }
}

const sessionRequestCount = () => browser.requests.filter((entry) => entry === "GET /auth/session").length

/** A session that ends in ten minutes, in a browser whose clock is an hour ahead. */
function withFastClock() {
  service.clockOffset = -3600_000
  return { ...ada, expires: new Date(Date.now() + service.clockOffset + 600_000).toISOString() }
}

test("a browser clock that is ahead doesn't end a rendered session: the server is asked", async () => {
  service.session = withFastClock()
  const one = open({ session: service.session })
  expect(one.name()).toBe("Ada")
  await clock.advance(1000)
  expect([one.name(), one.seen.includes("unauthenticated"), sessionRequestCount()]).toEqual(["Ada", false, 1])
  service.session = null
  await clock.advance(600_000)
  expect(one.name()).toBe("unauthenticated")
})

test("while the server can't be reached, such a session is hidden, and the tab asks again", async () => {
  const session = withFastClock()
  browser.online = false
  const one = open({ session })
  await clock.advance(20_000)
  expect([one.name(), sessionRequestCount()]).toEqual(["loading", 3])
  service.session = null
  browser.online = true
  await clock.advance(20_000)
  expect(one.name()).toBe("unauthenticated")
})

test("a clock that jumps past the expiry never shows that the user is signed out: the server is asked", async () => {
  service.session = { ...ada, expires: new Date(Date.now() + 600_000).toISOString() }
  const one = open()
  await clock.advance(1000)
  expect(one.name()).toBe("Ada")
  clock.sleep(3600_000)
  service.clockOffset = -3600_000
  one.tab.show()
  await clock.advance(1000)
  expect(one.name()).toBe("Ada")
  expect(new Set(one.seen)).toEqual(new Set(["Ada"]))
  service.session = null
  await clock.advance(620_000)
  expect(one.name()).toBe("unauthenticated")
})

test("retries are spread, and get rarer", async () => {
  browser.online = false
  const one = open()
  const times: number[] = []
  for (let second = 0; second < 300; second++) {
    const before = sessionRequestCount()
    await clock.advance(1000)
    if (sessionRequestCount() > before) times.push(second)
  }
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(one.name()).toBe("loading")
  expect(pauses[0]).toBeLessThanOrEqual(6)
  expect(pauses.at(-1)).toBeGreaterThanOrEqual(44)
  expect(pauses.length).toBeLessThan(13)
})

test("an update at another origin asks whose session it is first, without a channel too", async () => {
  browser = fakeBrowser({ handle: (request) => service.handle(request), channels: false })
  service.versions = false
  const one = open({ session: ada })
  await clock.advance(1000)
  service.session = eve
  const updated = one.store.update({ theme: "dark" })
  await expect(updated).rejects.toMatchObject({ action: "session", status: 409 })
  expect(service.posts).toEqual([])
  expect(one.name()).toBe("Eve")
})

test("a tab learns the server's clock from the tab that asked", async () => {
  service.session = withFastClock()
  const [one, two] = [open(), open()]
  await clock.advance(2000)
  const before = sessionRequestCount()
  two.tab.show()
  await clock.advance(1000)
  expect([one.name(), two.name(), sessionRequestCount() - before]).toEqual(["Ada", "Ada", 1])
  expect([...one.seen, ...two.seen]).not.toContain("unauthenticated")
  browser.online = false
  await clock.advance(615_000)
  expect([one.name(), two.name()]).toEqual(["loading", "loading"])
  browser.online = true
  service.session = null
  await clock.advance(10_000)
  expect([one.name(), two.name()]).toEqual(["unauthenticated", "unauthenticated"])
})

test("an invalid skew of another tab is ignored", async () => {
  const one = open({ session: ada })
  const { BroadcastChannel } = browser.open()
  if (!BroadcastChannel) throw new Error("The tab has no channels")
  const channel = new BroadcastChannel("latchkit,session,/auth")
  channel.postMessage({ says: ada, version: undefined, at: Date.now(), skew: "1e99" })
  channel.postMessage({ says: ada, version: undefined, at: Date.now(), skew: Infinity })
  await clock.advance(1000)
  expect([one.name(), one.seen]).toEqual(["Ada", []])
})

test("a response that never comes ends after ten seconds, and the next trigger asks again", async () => {
  const one = open()
  await clock.advance(2000)
  const { handle } = service
  service.handle = () => new Promise(() => {})
  one.tab.show()
  await clock.advance(9900)
  expect(one.store.get().error).toBeNull()
  await clock.advance(200)
  expect(one.store.get()).toMatchObject({ status: "authenticated", error: { action: "session" } })
  service.handle = handle
  one.tab.show()
  await clock.advance(100)
  expect([one.store.get().error, sessionRequestCount()]).toEqual([null, 3])
})

test("a response whose body never ends doesn't keep the tab loading", async () => {
  const { handle } = service
  service.handle = () => Promise.resolve(new Response(new ReadableStream(), { headers: { date: "x" } }))
  const one = open()
  await clock.advance(11_000)
  expect(one.store.get()).toMatchObject({ status: "loading", error: { action: "session" } })
  service.handle = handle
  await clock.advance(5000)
  expect(one.name()).toBe("Ada")
})

test("asks for a session that no cache may answer", async () => {
  const inits: (RequestInit | undefined)[] = []
  const { tab } = open()
  const send = tab.fetch
  tab.fetch = (input, init) => {
    inits.push(init)
    return send(input, init)
  }
  await clock.advance(100)
  expect(inits).toMatchObject([{ cache: "no-store" }])
})

test("a sandboxed frame, in which cookies, channels and locks throw, still gets the session", async () => {
  const fail = () => {
    throw new DOMException("sandboxed", "SecurityError")
  }
  const document = {
    visibilityState: "visible" as const,
    get cookie() {
      return fail()
    },
  }
  const denied = function () {
    fail()
  } as never
  const one = open({}, { document, BroadcastChannel: denied })
  const two = open({}, { navigator: { locks: { request: async () => fail() } as never } })
  await clock.advance(100)
  expect([one.name(), two.name()]).toEqual(["Ada", "Ada"])
})

test("update() and signOut() work in a browser without Promise.withResolvers and URL.canParse", async () => {
  const { withResolvers } = Promise
  const { canParse } = URL
  Object.assign(Promise, { withResolvers: undefined })
  Object.assign(URL, { canParse: undefined })
  const one = open()
  const updated = one.store.update({ theme: "dark" })
  await clock.advance(2000)
  void signOut()
  await clock.advance(1000)
  Object.assign(Promise, { withResolvers })
  Object.assign(URL, { canParse })
  expect(await updated).toMatchObject({ theme: "dark" })
  expect(one.tab.visits).toHaveLength(1)
})

test("two calls of getSession at once both get the session", async () => {
  const { store } = open()
  const sessions = Promise.all([store.refresh(), store.refresh()])
  await clock.advance(1000)
  expect(await sessions).toEqual([ada, ada])
})

test("a second provider of the page doesn't wait for the first one, which leads the tabs", async () => {
  const tab = browser.open()
  const [one, two] = [open({}, tab), open({}, tab)].map(({ client }) => client)
  await clock.advance(2000)
  const { store } = await import("../core/client.ts").then(({ clientFor }) => clientFor().load())
  expect(store).toBe(two?.store)
  service.session = eve
  const queried = store.query({})
  await clock.advance(500)
  expect(await queried).toEqual(eve)
  expect(one?.store.get().data).toEqual(eve)
})

test("a component that waits outside of its provider's boundary gets the session from the next provider", async () => {
  const tab = browser.open()
  await import("../core/full-client.ts")
  // React discards the provider, which never starts, and renders another one when the promise resolves
  const discarded = createLazyClient({ page: tab })
  const settled = discarded.load().then(({ store }) => store.settled())
  await clock.advance(1000)
  await settled
  expect(createLazyClient({ page: tab }).store.get().data).toEqual(ada)
  expect(sessionRequestCount()).toBe(1)
})
