import { dehydrate, hydrate, QueryClient, QueryObserver } from "@tanstack/react-query"
import { afterEach, beforeEach, expect, test } from "vitest"

import "../actions/run-sign-out.ts" // a page loads it, which takes no virtual time
import { installClock, type VirtualClock } from "../../server/testing/clock.ts"
import { fakeBrowser, type FakeBrowser, type FakeTab } from "../../server/testing/tabs.ts"
import { sessionQueryOptions } from "../api/session-query-options.ts"
import { signOut } from "../api/sign-out.ts"
import { runClient, type AuthClientOptions } from "../core/client.ts"
import { createClient } from "../core/create-client.ts"
import { ada, eve, createTestService, type TestService } from "../core/service.fixture.ts"
import type { Session } from "../contract.ts"
import { sessionKey } from "./options.ts"

/** Data that belongs to another version of the session, or to none, wherever it comes from. */
let clock: VirtualClock
let service: TestService
let browser: FakeBrowser
const stops: (() => void)[] = []
const queryKey = sessionKey("/auth")

beforeEach(() => {
  clock = installClock()
  service = createTestService(ada)
  browser = fakeBrowser(service)
})

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  clock.restore()
})

function setSession(session: Session | null) {
  const [name = "", value = ""] = service.setSession(session).split("=")
  browser.cookies.set(name, value)
}

const sessionRequestCount = () => browser.requests.filter((entry) => entry === "GET /auth/session").length

/** Mounts a provider in that tab. */
function mount(tab: FakeTab, options: AuthClientOptions = {}) {
  const { store } = createClient({ page: tab, ...options })
  const seen: string[] = []
  const name = () => store.get().data?.user?.name ?? store.get().status
  seen.push(name())
  const stop = store.subscribe(() => seen.push(name()))
  seen.push(name())
  stops.push(stop)
  return { store, seen, name, stop }
}

/** The state that a persister or a hydration boundary has of another QueryClient. */
function persisted(session: Session | null, updatedAt = Date.now()) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(queryKey, session, { updatedAt })
  return dehydrate(queryClient)
}

test("a session that a persister kept is never shown", async () => {
  setSession(eve)
  const queryClient = new QueryClient()
  hydrate(queryClient, persisted(ada))
  const one = mount(browser.open(), { queryClient })
  await clock.advance(100)
  expect(one.seen).toEqual(["loading", "loading", "Eve"])
  expect([queryClient.getQueryData(queryKey), sessionRequestCount()]).toEqual([eve, 1])
})

test("a session that a persister or a hydration boundary restores later is replaced", async () => {
  setSession(eve)
  const queryClient = new QueryClient()
  const one = mount(browser.open(), { queryClient })
  hydrate(queryClient, persisted(ada))
  expect([one.name(), queryClient.getQueryData(queryKey)]).toEqual(["loading", undefined])
  await clock.advance(100)
  hydrate(queryClient, persisted(ada, Date.now() + 1000))
  expect([one.name(), queryClient.getQueryData(queryKey)]).toEqual(["Eve", eve])
  expect(one.seen).not.toContain("Ada")
})

test("an app's own persister for queries is ignored", async () => {
  setSession(eve)
  const queryClient = new QueryClient({ defaultOptions: { queries: { persister: () => ada } } })
  stops.push(runClient(createClient({ page: browser.open() })))
  const fetched = queryClient.fetchQuery(sessionQueryOptions())
  await clock.advance(100)
  expect(await fetched).toEqual(eve)
})

test.each([
  ["with a QueryClient", () => ({ queryClient: new QueryClient() })],
  ["without one", () => ({})],
])("after a pause, %s, a session of another version is hidden until the response", async (_, options) => {
  setSession(ada)
  const tab = browser.open()
  const shared = options()
  const first = mount(tab, shared)
  await clock.advance(100)
  first.stop()
  setSession(eve)
  service.delay = 100
  expect(first.name()).toBe("loading") // also before it has a listener again
  expect(mount(tab, shared).seen).toEqual(["loading", "loading"])
  first.seen.length = 0
  stops.push(first.store.subscribe(() => first.seen.push(first.name())))
  expect(first.name()).toBe("loading")
  await clock.advance(1000)
  expect(first.seen).toEqual(["Eve"])
  expect(sessionRequestCount()).toBe(2)
})

test("after a pause, a session of the same version is shown without a request", async () => {
  setSession(ada)
  const tab = browser.open()
  mount(tab).stop()
  await clock.advance(100)
  const again = mount(tab)
  await clock.advance(100)
  expect([again.seen, sessionRequestCount()]).toEqual([["Ada", "Ada"], 1])
})

test("without a version cookie, a user is hidden after a pause, but not if nothing was missed", async () => {
  service.versions = false
  const tab = browser.open()
  const first = mount(tab)
  await clock.advance(100)
  first.stop()
  expect(mount(tab).seen).toEqual(["Ada", "Ada"]) // as in React's strict mode
  for (const stop of stops.splice(0)) stop()
  await clock.advance(1000)
  service.session = eve
  expect(mount(tab).seen).toEqual(["loading", "loading"])
})

test("a rendered session counts only for the version that the page had when it got it", async () => {
  setSession(ada)
  const tab = browser.open()
  const session = { ...ada }
  const first = mount(tab, { session })
  first.stop()
  await clock.advance(100)
  setSession(null)
  const again = mount(tab, { session })
  await clock.advance(100)
  expect(again.seen).toEqual(["loading", "loading", "unauthenticated"])
})

test("a page that was rendered signed out knows who signed in since, also after a remount", async () => {
  const tab = browser.open()
  const first = mount(tab, { session: null })
  setSession(ada)
  tab.move()
  await clock.advance(100)
  first.stop()
  expect(mount(tab, { session: null }).seen).toEqual(["Ada", "Ada"])
})

test("two providers of one page share one session", async () => {
  const tab = browser.open()
  const [one, two] = [mount(tab, { queryClient: new QueryClient() }), mount(tab, { queryClient: new QueryClient() })]
  await clock.advance(100)
  expect([one.name(), two.name(), sessionRequestCount()]).toEqual(["Ada", "Ada", 1])
})

test("a useQuery follows the store whose provider has no QueryClient, also after the provider was replaced", async () => {
  const tab = browser.open()
  const run = () => {
    const stop = runClient(createClient({ page: tab }))
    stops.push(stop)
    return stop
  }
  service.session = null
  const stop = run()
  await clock.advance(100)
  const observer = new QueryObserver(new QueryClient(), sessionQueryOptions())
  stops.push(observer.subscribe(() => {}))
  await clock.advance(100)
  expect(observer.getCurrentResult().data).toBe(null)
  setSession(ada)
  tab.move()
  await clock.advance(100)
  expect(observer.getCurrentResult().data).toEqual(ada)
  stop()
  run()
  await signOut({ redirect: false })
  await clock.advance(100)
  expect([observer.getCurrentResult().data, sessionRequestCount()]).toEqual([null, 2])
})
