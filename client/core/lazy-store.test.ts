import { QueryClient } from "@tanstack/react-query"
import { beforeAll, expect, test, vi } from "vitest"

import { fakeBrowser } from "../../server/testing/tabs.ts"
import { createLazyClient, runClient, type AuthClientOptions } from "./client.ts"
import { ada, eve, createTestService } from "./service.fixture.ts"
import { sessionKey } from "../session/options.ts"
import { signOut } from "../api/sign-out.ts"

beforeAll(() => import("./full-client.ts")) // a browser would load this from the network

function open(options: AuthClientOptions = {}) {
  const service = createTestService({ ...ada, expires: new Date(Date.now() + 3600_000).toISOString() })
  const browser = fakeBrowser(service)
  const client = createLazyClient({ page: browser.open(), ...options })
  return { service, browser, client, store: client.store }
}

const session = { ...ada, expires: new Date(Date.now() + 3600_000).toISOString() }

test("returns the server-rendered session before the store is loaded, and keeps the same object", async () => {
  const { browser, client, store } = open({ session })
  const { data } = store.get()
  expect(data).toEqual(session)
  const stop = runClient(client)
  const notified = vi.fn()
  const unsubscribe = store.subscribe(notified)
  await (await client.load()).store.settled()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(store.get().data).toBe(data)
  expect([notified.mock.calls, browser.requests]).toEqual([[], []])
  unsubscribe()
  stop()
})

test("without a rendered session, requests it once, however often it is mounted", async () => {
  const { browser, client, store } = open()
  runClient(client)() // as React's strict mode does
  const stop = runClient(client)
  expect(store.get().status).toBe("loading")
  await (await client.load()).store.settled()
  expect(store.get()).toMatchObject({ status: "authenticated", data: { user: ada.user } })
  expect(browser.requests).toEqual(["GET /auth/session"])
  stop()
})

test("starts nothing if the listener is gone before the store is loaded", async () => {
  const { browser, client } = open()
  runClient(client)()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(browser.requests).toEqual([])
})

test("keeps a later session or a sign-out that comes before the store is loaded", async () => {
  const { client, store } = open({ session })
  const stop = runClient(client)
  store.accept({ session: { ...eve, expires: session.expires } })
  await vi.waitFor(() => expect(store.get().data?.user?.name).toBe("Eve"))
  stop()
  const other = open({ session })
  const stopOther = runClient(other.client)
  expect(await signOut({ redirect: false })).toMatchObject({ ok: true })
  expect(other.store.get().status).toBe("unauthenticated")
  expect(other.service.session).toBeNull()
  stopOther()
})

test("takes a stored session out of the app's QueryClient before its script is loaded", () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(sessionKey("/auth"), session)
  open({ queryClient })
  expect(queryClient.getQueryData(sessionKey("/auth"))).toBeUndefined()
})

test("fills the app's own QueryClient at once, and doesn't believe what it has", () => {
  const queryClient = new QueryClient()
  open({ session, queryClient })
  expect(queryClient.getQueryData(sessionKey("/auth"))).toEqual(session)
  expect(open({ queryClient }).store.get().status).toBe("loading")
})
