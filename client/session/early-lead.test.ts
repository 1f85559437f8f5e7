import { afterEach, beforeAll, beforeEach, expect, test } from "vitest"

import { installClock, type VirtualClock } from "../../server/testing/clock.ts"
import { fakeBrowser, type FakeBrowser } from "../../server/testing/tabs.ts"
import { createLazyClient, runClient } from "../core/client.ts"
import { ada, createTestService, eve, type TestService } from "../core/service.fixture.ts"
import type { Session } from "../contract.ts"

beforeAll(() => import("../core/full-client.ts")) // a browser would load this from the network

let clock: VirtualClock
let service: TestService
let browser: FakeBrowser
const stops: (() => void)[] = []

beforeEach(() => {
  clock = installClock()
  service = createTestService(ada)
  browser = fakeBrowser(service)
})

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  clock.restore()
})

function open() {
  const client = createLazyClient({ page: browser.open() })
  const stop = runClient(client)
  stops.push(stop)
  return { ...client, stop }
}

function setSession(session: Session | null) {
  const [name = "", value = ""] = service.setSession(session).split("=")
  browser.cookies.set(name, value)
}

const sessionRequests = () => browser.requests.filter((entry) => entry === "GET /auth/session").length
const turns = async (number: number) => {
  for (let turn = 0; turn < number; turn++) await Promise.resolve()
}

test("requests the session while the store's script is still loading", async () => {
  open()
  await turns(3) // fewer than an import takes
  expect(sessionRequests()).toBe(1)
  await clock.advance(100)
  expect(sessionRequests()).toBe(1)
})

test("two clients of a page send one request, whichever of their stores starts first", async () => {
  const page = browser.open()
  const stores = [300, 100].map((delay) => {
    const { store } = createLazyClient({ page }, async () => {
      await new Promise((resolve) => setTimeout(resolve, delay))
      return import("../core/full-client.ts")
    })
    stops.push(store.subscribe(() => {}))
    return store
  })
  await clock.advance(5000)
  expect(stores.map((store) => store.get().data?.user?.name)).toEqual(["Ada", "Ada"])
  expect(sessionRequests()).toBe(1)
})

test("a page requests the session early although its first client is gone by then", async () => {
  const [page, other] = [browser.open(), browser.open()]
  for (const tab of [page, other]) runClient(createLazyClient({ page: tab }))()
  await turns(3)
  expect(sessionRequests()).toBe(0)
  stops.push(runClient(createLazyClient({ page })))
  await turns(3)
  expect(sessionRequests()).toBe(1)
})

/** Opens a page whose store has a script that arrives after `delay` milliseconds, or never. */
function openSlowly(delay: number) {
  const loads: number[] = []
  const start = Date.now()
  const client = createLazyClient({ page: browser.open() }, async () => {
    loads.push(Date.now() - start)
    await new Promise((resolve) => setTimeout(resolve, delay))
    return import("../core/full-client.ts")
  })
  const { store } = client
  const seen: unknown[] = []
  stops.push(
    runClient(client),
    store.subscribe(() => void seen.push(store.get().data)),
  )
  return { store, seen, loads }
}

test("shows the session before the store's script has loaded, and keeps the same object afterwards", async () => {
  setSession(ada)
  service.delay = 200
  const { store, seen, loads } = openSlowly(3000)
  await clock.advance(300)
  expect(store.get()).toMatchObject({ status: "authenticated", data: { user: ada.user }, error: null })
  expect(store.initial().status).toBe("loading")
  expect(loads).toEqual([200]) // the first paint doesn't compete with it
  await clock.advance(5000)
  expect(seen).toEqual([store.get().data])
  const second = open()
  await clock.advance(1000)
  expect([second.store.get().data?.user?.name, sessionRequests()]).toEqual(["Ada", 1])
})

test("shows an anonymous user before the store's script has loaded", async () => {
  setSession(null)
  const { store, seen } = openSlowly(3000)
  await clock.advance(100)
  expect(store.get().status).toBe("unauthenticated")
  await clock.advance(5000)
  expect([seen, sessionRequests()]).toEqual([[null], 1])
})

test("never shows an early session that another tab has replaced when the store's script arrives", async () => {
  setSession(ada)
  const { store, seen } = openSlowly(3000)
  await clock.advance(100)
  setSession(eve)
  await clock.advance(5000)
  expect(store.get().data?.user?.name).toBe("Eve")
  expect(seen).toMatchObject([ada, undefined, eve])
})

test("loads the store's script after a second although the early response hangs", async () => {
  service.instead["session"] = () => new Promise<Response>(() => {})
  const { store, loads } = openSlowly(100)
  await clock.advance(1500)
  expect([loads, store.get().status]).toEqual([[1000], "loading"])
  service.instead = {}
  await clock.advance(20_000)
  expect(store.get().data?.user?.name).toBe("Ada")
})

test.each([
  ["an error", () => Response.json({ error: "x" }, { status: 500 })],
  ["a page", () => new Response("<html>")],
  ["a session without an expiry", () => Response.json({ user: { name: "Mallory" } })],
])("leaves %s to the store", async (_, respond) => {
  service.instead["session"] = respond
  const { store, seen } = openSlowly(500)
  await clock.advance(400)
  expect([store.get().status, seen]).toEqual(["loading", []])
  await clock.advance(400)
  expect(store.get()).toMatchObject({ status: "loading", error: { name: "RequestError" } })
})

test("ten tabs that open at once send one request", async () => {
  const tabs = Array.from({ length: 10 }, open)
  await clock.advance(2000)
  expect(tabs.map(({ store }) => store.get().data?.user?.name)).toEqual(tabs.map(() => "Ada"))
  expect(sessionRequests()).toBe(1)
})

test("a tab that opens beside a leader asks the leader", async () => {
  open()
  await clock.advance(1000)
  const second = open()
  await clock.advance(1000)
  expect(second.store.get().data?.user?.name).toBe("Ada")
  expect(sessionRequests()).toBe(1)
})

test("another tab leads after the first one closes", async () => {
  const first = open()
  await clock.advance(1000)
  first.stop()
  await clock.advance(100)
  const second = open()
  await clock.advance(1000)
  expect(sessionRequests()).toBe(2)
  expect(second.store.get().data?.user?.name).toBe("Ada")
})

test("an early response for another version of the session is never shown", async () => {
  setSession(ada)
  service.delay = 50
  const { store } = open()
  await turns(3)
  expect(sessionRequests()).toBe(1)
  setSession(eve) // another tab signs in meanwhile
  await clock.advance(1000)
  expect(store.get().data?.user?.name).toBe("Eve")
  expect(sessionRequests()).toBe(2)
})

test("an early request that fails is the store's first error, and is repeated", async () => {
  browser.online = false
  const { store } = open()
  await clock.advance(100)
  expect(store.get()).toMatchObject({ status: "loading", error: { name: "RequestError" } })
  browser.online = true
  await clock.advance(6000)
  expect(store.get().data?.user?.name).toBe("Ada")
})

test("without Web Locks, each tab requests its own session early", async () => {
  browser = fakeBrowser({ ...service, handle: (request) => service.handle(request), locks: false })
  open()
  await turns(3)
  expect(sessionRequests()).toBe(1)
  await clock.advance(1000)
  expect(sessionRequests()).toBe(1)
})
