import { afterEach, beforeEach, expect, test, vi } from "vitest"

import "../actions/run-sign-out.ts" // a page loads it, which takes no virtual time
import "../session/update-session.ts"
import { installClock, type VirtualClock } from "../../server/testing/clock.ts"
import { fakeBrowser, type FakeBrowser, type FakeTab } from "../../server/testing/tabs.ts"
import { runClient, type AuthClientOptions } from "./client.ts"
import { createClient } from "./create-client.ts"
import type { Channel } from "../page/page.ts"
import { ada, eve, createTestService } from "./service.fixture.ts"
import { sessionKey } from "../session/options.ts"
import { signIn } from "../api/sign-in.ts"
import { signOut } from "../api/sign-out.ts"
import { sessionVersion } from "../page/session-version.ts"

/** The actions of one tab while a response to it or to another tab is still pending. */
const service = createTestService(ada)
const stops: (() => void)[] = []
let clock: VirtualClock
let browser: FakeBrowser
/** Requests such as `POST /auth/session`, whose responses have left the server and are held here. */
let heldResponses: Map<string, PromiseWithResolvers<undefined>>

beforeEach(() => {
  clock = installClock()
  heldResponses = new Map()
  Object.assign(service, { session: ada, versions: true, instead: {} })
  browser = fakeBrowser({
    handle: async (request) => {
      const answer = await service.handle(request)
      await heldResponses.get(`${request.method} ${new URL(request.url).pathname}`)?.promise
      return answer
    },
  })
})

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  clock.restore()
})

function holdResponse(entry: string): () => void {
  const until = Promise.withResolvers<undefined>()
  heldResponses.set(entry, until)
  return () => {
    heldResponses.delete(entry)
    until.resolve(undefined)
  }
}

function open(options: AuthClientOptions = {}, parts: Partial<FakeTab> = {}) {
  const tab = Object.assign(browser.open(), parts)
  const client = createClient({ page: tab, ...options })
  stops.push(runClient(client))
  const name = () => client.store.get().data?.user?.name ?? client.store.get().status
  const seen: string[] = []
  client.store.subscribe(() => seen.push(name()))
  return { tab, client, store: client.store, name, seen }
}

function inTab<T>({ client }: ReturnType<typeof open>, act: () => T): T {
  stops.push(runClient(client))
  return act()
}

function setSession(session: typeof ada | null) {
  const [name = "", value = ""] = service.setSession(session).split("=")
  browser.cookies.set(name, value)
}

function broadcast(message: object) {
  const { BroadcastChannel } = browser.open()
  if (BroadcastChannel) new BroadcastChannel(sessionKey("/auth").join()).postMessage(message)
}

const sessionRequestCount = () => browser.requests.filter((entry) => entry === "GET /auth/session").length

test("an update that was pending at a sign-out doesn't restore the session (threat 316)", async () => {
  const [one, two] = [open({ session: ada }), open({ session: ada })]
  await clock.advance(1000)
  const release = holdResponse("POST /auth/session")
  const updated = one.store.update({ theme: "dark" })
  await clock.advance(100)
  await inTab(two, () => signOut({ redirect: false }))
  await clock.advance(100)
  release()
  expect(await updated).toBeNull()
  await clock.advance(5000)
  expect([one.name(), new Set(one.seen)]).toEqual(["unauthenticated", new Set(["unauthenticated"])])
})

test("a failed sign-out doesn't restore a session that another tab ended meanwhile (threat 316)", async () => {
  const [one, two] = [open({ session: ada }), open({ session: ada })]
  await clock.advance(1000)
  service.instead["signout"] = () => new Response("", { status: 500 })
  const release = holdResponse("POST /auth/signout")
  const failed = inTab(one, () => signOut({ redirect: false }))
  await clock.advance(100)
  service.instead = {}
  heldResponses.clear()
  expect(await inTab(two, () => signOut({ redirect: false }))).toMatchObject({ ok: true })
  release()
  expect(await failed).toMatchObject({ ok: false })
  await clock.advance(5000)
  expect([one.name(), two.name(), one.seen.includes("Ada")]).toEqual(["unauthenticated", "unauthenticated", false])
})

test("a failed sign-out of a tab that was still loading signs nobody out", async () => {
  service.instead["session"] = () => new Response("", { status: 500 })
  const one = open()
  await clock.advance(100)
  service.instead = { signout: () => new Response("", { status: 500 }) }
  await inTab(one, () => signOut({ redirect: false }))
  expect(one.name()).toBe("loading")
  await clock.advance(1000)
  expect(one.name()).toBe("Ada")
})

test("two failed sign-outs at once restore the session, although it can't be fetched", async () => {
  const [one, two] = [open({ session: ada }), open({ session: ada })]
  await clock.advance(1000)
  const failure = () => new Response("", { status: 500 })
  service.instead = { signout: failure, session: failure }
  await Promise.all([inTab(one, () => signOut({ redirect: false })), inTab(one, () => signOut({ redirect: false }))])
  await clock.advance(5000)
  expect([one.name(), two.name()]).toEqual(["Ada", "Ada"])
})

test("a request that two sign-ins overtake never shows the first of them", async () => {
  const release = holdResponse("GET /auth/session")
  const one = open()
  await clock.advance(100)
  setSession(eve)
  const releaseAgain = (release(), holdResponse("GET /auth/session"))
  await clock.advance(100)
  setSession(ada)
  releaseAgain()
  await clock.advance(100)
  expect(one.seen).toEqual(["Ada"])
})

test("a tab whose session ended while it was hidden doesn't show that when another user has signed in", async () => {
  setSession({ ...ada, expires: new Date(Date.now() + 60_000).toISOString() })
  const one = open({}, { cookieStore: undefined })
  await clock.advance(100)
  clock.sleep(3600_000)
  setSession(eve)
  one.seen.length = 0
  one.tab.show()
  await clock.advance(100)
  expect(one.seen).toEqual(["loading", "Eve"])
})

test("reloads a page that was left by signing out when it comes back (threat 317)", async () => {
  const reload = vi.fn()
  const one = open({ session: ada })
  Object.assign(one.tab.location ?? {}, { reload })
  await clock.advance(1000)
  await inTab(one, () => signOut())
  one.tab.freeze()
  one.tab.thaw()
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  [{ type: "back_forward" }, "unauthenticated", 1],
  [{ type: "navigate", transferSize: 0 }, "unauthenticated", 1],
  [{ type: "navigate", transferSize: 900 }, "Ada", 0],
])(
  "shows HTML that the browser kept (%j) only until it has fetched the session (threat 317)",
  async (entry, who, asked) => {
    setSession(null)
    const one = open({ session: ada }, { performance: { getEntriesByType: () => [entry] } })
    await clock.advance(1000)
    expect([one.name(), sessionRequestCount()]).toEqual([who, asked])
  },
)

test("repeats a request that a sign-in overtook, and never shows its response", async () => {
  const release = holdResponse("GET /auth/session")
  const one = open()
  await clock.advance(100)
  setSession(eve)
  release()
  await clock.advance(100)
  expect([one.seen, sessionRequestCount()]).toEqual([["Eve"], 2])
})

test("notices a sign-in while an older request is pending, even without the version cookie", async () => {
  service.session = null
  service.versions = false
  const one = open({ session: null })
  await clock.advance(2000)
  const release = holdResponse("GET /auth/session")
  one.tab.show()
  await clock.advance(100)
  heldResponses.clear()
  const form = { email: "ada@example.com", password: "right", redirect: false }
  expect(await inTab(one, () => signIn("credentials", form))).toMatchObject({ ok: true })
  release()
  await clock.advance(100)
  expect(one.name()).toBe("Ada")
})

test("a message about another version ends no session (threat 315)", async () => {
  const one = open()
  await clock.advance(1000)
  const before = sessionRequestCount()
  broadcast({ says: null, version: "another", at: Date.now() })
  await clock.advance(50)
  expect([one.name(), one.seen, sessionRequestCount()]).toEqual(["Ada", ["Ada"], before])
})

test("a response dated in the future doesn't stop later requests (threat 315)", async () => {
  const one = open()
  await clock.advance(1000)
  broadcast({ says: ada, version: sessionVersion(one.tab), at: Date.now() + 1e9 })
  await clock.advance(5000)
  const before = sessionRequestCount()
  one.tab.show()
  await clock.advance(1000)
  expect(sessionRequestCount()).toBe(before + 1)
})

test("a tab that waits for the leader rejects a session without an expiry (threat 315)", async () => {
  open()
  await clock.advance(20_000)
  const release = holdResponse("GET /auth/session")
  const two = open()
  await clock.advance(50)
  broadcast({ says: { user: { name: "Mallory" } }, version: sessionVersion(two.tab), at: Date.now() })
  await clock.advance(50)
  expect(two.name()).toBe("loading")
  release()
  await clock.advance(50)
  expect(two.seen).toEqual(["Ada"])
})

test("a leader that hasn't noticed a new user doesn't respond with the previous one", async () => {
  const [one, two] = [open({}, { cookieStore: undefined }), open({}, { cookieStore: undefined })]
  await clock.advance(1000)
  setSession(eve)
  const three = open({}, { cookieStore: undefined })
  await clock.advance(200)
  expect([three.seen, one.name(), two.name()]).toEqual([["Eve"], "Eve", "Eve"])
})

test("reloads for a URL that differs only in its hash", async () => {
  const reload = vi.fn()
  const one = open({ session: ada })
  Object.assign(one.tab.location ?? {}, { reload })
  await inTab(one, () => signOut({ redirectTo: "http://localhost:3000/#top" }))
  expect([one.tab.visits, reload.mock.calls.length]).toEqual([["http://localhost:3000/#top"], 1])
})

/** A tab of a busy machine, which receives the other tabs' messages some milliseconds later. */
function openLate(ms: number) {
  const plain = browser.open()
  const { BroadcastChannel: Plain } = plain
  if (!Plain) throw new Error("The tab has no channels")
  class Late extends Plain {
    override set onmessage(listener: Channel["onmessage"]) {
      super.onmessage = listener && ((event) => void setTimeout(() => listener(event), ms))
    }
  }
  return open({ session: null }, { ...plain, BroadcastChannel: Late })
}

test.each([
  ["hear of it before they see the cookie", { hears: 0, sees: 90 }],
  ["see the cookie at once, and their questions are late", { hears: 60, sees: 1 }],
  ["are late with both", { hears: 60, sees: 30 }],
])("fetches the session once after a sign-in, also if the other tabs %s", async (_, { hears, sees }) => {
  service.session = null
  service.delay = 20
  const tabs = [openLate(hears), openLate(hears), openLate(hears)]
  await clock.advance(5000)
  browser.requests.length = 0
  setSession(ada)
  for (const [index, { tab }] of tabs.entries()) setTimeout(() => tab.move(), index * sees)
  await clock.advance(5000)
  expect(tabs.map(({ name }) => name())).toEqual(["Ada", "Ada", "Ada"])
  expect(sessionRequestCount()).toBe(1)
  service.delay = 0
})
