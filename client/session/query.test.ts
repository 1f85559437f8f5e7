import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { focusManager, onlineManager, QueryClient, QueryObserver } from "@tanstack/react-query"
import { afterEach, beforeEach, expect, test } from "vitest"

import { installClock, type VirtualClock } from "../../server/testing/clock.ts"
import { fakeBrowser, type FakeBrowser } from "../../server/testing/tabs.ts"
import { runClient } from "../core/client.ts"
import { createClient } from "../core/create-client.ts"
import { sessionQueryOptions } from "../api/session-query-options.ts"
import { ada, eve, createTestService, type TestService } from "../core/service.fixture.ts"
import { sessionKey } from "./options.ts"

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

const queryKey = sessionKey("/auth")
const sessionRequestCount = () => browser.requests.filter((entry) => entry === "GET /auth/session").length

function open(queryClient = new QueryClient()) {
  const client = createClient({ page: browser.open(), queryClient })
  const { store } = client
  stops.push(runClient(client))
  const seen: string[] = []
  stops.push(store.subscribe(() => seen.push(store.get().data?.user?.name ?? store.get().status)))
  return { queryClient, seen, query: () => queryClient.getQueryCache().find({ queryKey }) }
}

test("is a fresh query that shows a request and its failure", async () => {
  const { queryClient, query } = open()
  await clock.advance(1000)
  expect([query()?.state.status, query()?.isStale(), query()?.isDisabled()]).toEqual(["success", false, false])
  service.delay = 500
  service.instead["session"] = () => new Response("", { status: 500 })
  void queryClient.invalidateQueries({ queryKey })
  await clock.advance(100)
  expect(query()?.state.fetchStatus).toBe("fetching")
  await clock.advance(1000)
  expect(query()?.state).toMatchObject({ fetchStatus: "idle", status: "error", data: ada, error: { status: 500 } })
})

test("survives an app's clear() unnoticed, and is still the query that is invalidated", async () => {
  const { queryClient, seen } = open()
  await clock.advance(1000)
  queryClient.clear()
  expect(queryClient.getQueryData(queryKey)).toEqual(ada)
  await clock.advance(1000)
  expect([seen, sessionRequestCount()]).toEqual([["Ada"], 1])
  service.session = eve
  await queryClient.invalidateQueries({ queryKey })
  await clock.advance(10)
  expect(seen).toEqual(["Ada", "Eve"])
})

test("a useQuery whose query the app has cleared follows the next users", async () => {
  const { queryClient } = open()
  const observer = new QueryObserver(queryClient, sessionQueryOptions())
  stops.push(observer.subscribe(() => {}))
  await clock.advance(1000)
  queryClient.clear()
  service.session = eve
  void queryClient.invalidateQueries({ queryKey })
  await clock.advance(1000)
  expect(observer.getCurrentResult().data).toEqual(eve)
})

test("an app's QueryClient is released once its provider is gone", async () => {
  const page = fakeBrowser({ ...service, channels: false }).open() // a fake tab remembers its channels
  const refs = Array.from({ length: 5 }, () => {
    const queryClient = new QueryClient()
    const client = createClient({ page, queryClient })
    runClient(client)()
    return new WeakRef(queryClient)
  })
  await clock.advance(1000)
  setFlagsFromString("--expose-gc")
  const gc = runInNewContext("gc") as () => void
  const keptCount = () => {
    gc() // a background compiler may keep some objects during its work, and a WeakRef until the end of the task
    return refs.filter((ref) => ref.deref()).length
  }
  await expect.poll(keptCount, { timeout: 10_000 }).toBe(0)
})

test("a store that has stopped leaves the app's QueryClient alone", async () => {
  const { queryClient } = open()
  await clock.advance(1000)
  for (const stop of stops.splice(0)) stop()
  await queryClient.resetQueries({ queryKey })
  await clock.advance(1000)
  expect([queryClient.getQueryData(queryKey), sessionRequestCount()]).toEqual([undefined, 1])
})

test("fetches again if clear() removed the pending request", async () => {
  service.delay = 500
  const { queryClient, seen } = open()
  await clock.advance(100)
  queryClient.clear()
  await clock.advance(1000)
  expect(seen).toEqual(["Ada"])
})

test("starts over at resetQueries", async () => {
  const { queryClient, seen } = open()
  await clock.advance(1000)
  service.session = eve
  await queryClient.resetQueries({ queryKey })
  await clock.advance(10)
  expect(seen).toEqual(["Ada", "loading", "Eve"])
})

test("an invalidation in a following tab isn't answered with the leader's old session", async () => {
  open()
  await clock.advance(1000)
  const follower = open()
  await clock.advance(1000)
  service.session = eve
  const invalidated = follower.queryClient.invalidateQueries({ queryKey })
  await clock.advance(1000)
  await invalidated
  expect(follower.seen.at(-1)).toBe("Eve")
})

test("the store decides about focus and network, whatever the app's query defaults are", async () => {
  const queries = {
    enabled: false,
    staleTime: 0,
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
  } as const
  const { queryClient } = open(new QueryClient({ defaultOptions: { queries } }))
  queryClient.mount()
  stops.push(() => queryClient.unmount())
  await clock.advance(1000)
  expect(sessionRequestCount()).toBe(1)
  for (const shown of [false, true]) focusManager.setFocused(shown)
  for (const online of [false, true]) onlineManager.setOnline(online)
  stops.push(() => focusManager.setFocused(undefined))
  await clock.advance(1000)
  expect(sessionRequestCount()).toBe(1)
})

test("a query that starts before its provider leaves the request to the leading tab", async () => {
  const first = open()
  await clock.advance(1000)
  const queryClient = new QueryClient()
  const session = queryClient.fetchQuery(sessionQueryOptions())
  open(queryClient)
  await clock.advance(1000)
  expect(await session).toEqual(ada)
  expect([first.seen, sessionRequestCount()]).toEqual([["Ada"], 1])
})

test("a query that is canceled before its request asks neither the leading tab nor the server", async () => {
  open()
  await clock.advance(1000)
  const queryClient = new QueryClient()
  open(queryClient)
  await clock.advance(1000)
  const canceled = new AbortController()
  const ended: string[] = []
  void sessionQueryOptions()
    .queryFn({ signal: canceled.signal })
    .catch((error: Error) => ended.push(error.name))
  canceled.abort()
  await clock.advance(100)
  expect([ended, sessionRequestCount()]).toEqual([["AbortError"], 1])
})
