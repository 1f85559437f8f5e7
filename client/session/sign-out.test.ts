import { afterEach, beforeEach, describe, expect, test } from "vitest"

import "../actions/go-to-sign-in.ts" // a page loads them, which takes no virtual time
import "../actions/run-sign-out.ts"
import { installClock, type VirtualClock } from "../../server/testing/clock.ts"
import { fakeBrowser, type FakeBrowser } from "../../server/testing/tabs.ts"
import { signOut } from "../api/sign-out.ts"
import { runClient, type PageClient } from "../core/client.ts"
import { createPageClient } from "../core/create-client.ts"
import { ada, createTestService, type TestService } from "../core/service.fixture.ts"
import { requireSession } from "../use-session.ts"

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

/** Opens a page that requires a session, as `useSession({ required: true })` does in every framework. */
function openRequired() {
  const tab = browser.open("/desk")
  const client: PageClient = createPageClient({ page: tab, session: ada })
  stops.push(runClient(client))
  const leave = client.store.subscribe(() => requireSession(client, { required: true }))
  const name = () => client.store.get().data?.user?.name ?? client.store.get().status
  return { tab, client, name, unmount: leave, close: () => (leave(), tab.close()) }
}

type Tab = ReturnType<typeof openRequired>

function signOutIn({ client }: Tab, options = { redirect: false }) {
  stops.push(runClient(client))
  return signOut(options)
}

const SIGN_IN = "/auth/signin?error=SessionRequired&callbackUrl=http%3A%2F%2Flocalhost%3A3000%2Fdesk"

const fail = () => new Response("", { status: 500 })

describe("a required page", () => {
  test("that stays after a sign-out leads to the sign-in page", async () => {
    const one = openRequired()
    await clock.advance(100)
    expect(await signOutIn(one)).toMatchObject({ ok: true })
    expect(one.tab.visits).toEqual([])
    await clock.advance(1100)
    expect(one.tab.visits).toEqual([SIGN_IN])
  })

  test("isn't led there if the app opens another page after a sign-out", async () => {
    const one = openRequired()
    await clock.advance(100)
    await signOutIn(one)
    one.unmount()
    await clock.advance(5000)
    expect(one.tab.visits).toEqual([])
  })

  test("leaves only for its own sign-out's URL", async () => {
    const one = openRequired()
    await clock.advance(100)
    await signOutIn(one, { redirect: true })
    await clock.advance(5000)
    expect(one.tab.visits).toEqual(["http://localhost:3000/desk"])
  })

  test("stays while another tab's sign-out is pending, and leaves once the server has confirmed it", async () => {
    const [one, two] = [openRequired(), openRequired()]
    await clock.advance(1000)
    service.delay = 500
    void signOutIn(one)
    await clock.advance(600)
    expect([two.name(), two.tab.visits]).toEqual(["unauthenticated", []])
    await clock.advance(1000)
    expect(two.tab.visits).toEqual([SIGN_IN])
  })

  test("stays if another tab's sign-out fails", async () => {
    const [one, two] = [openRequired(), openRequired()]
    await clock.advance(1000)
    service.instead["signout"] = fail
    expect(await signOutIn(one)).toMatchObject({ ok: false })
    await clock.advance(5000)
    expect([one.name(), two.name(), one.tab.visits, two.tab.visits]).toEqual(["Ada", "Ada", [], []])
  })
})

describe("a sign-out without a response", () => {
  test("fails after 10 seconds, and every tab shows the session again", async () => {
    const [one, two] = [openRequired(), openRequired()]
    await clock.advance(1000)
    service.instead["signout"] = () => new Promise(() => {})
    const result = signOutIn(one)
    await clock.advance(9000)
    expect([one.name(), two.name()]).toEqual(["unauthenticated", "unauthenticated"])
    await clock.advance(3000)
    expect(await result).toEqual({ ok: false, url: null, error: "RequestFailed" })
    expect([one.name(), two.name(), one.tab.visits, two.tab.visits]).toEqual(["Ada", "Ada", [], []])
  })

  test("that the server received shows no session, in any tab", async () => {
    const [one, two] = [openRequired(), openRequired()]
    await clock.advance(1000)
    service.instead["signout"] = () => {
      service.session = null
      return new Promise(() => {})
    }
    void signOutIn(one)
    await clock.advance(13_000)
    expect([one.name(), two.name()]).toEqual(["unauthenticated", "unauthenticated"])
  })

  test("in a tab that was closed meanwhile doesn't keep the others signed out", async () => {
    const [one, two] = [openRequired(), openRequired()]
    await clock.advance(1000)
    service.instead["signout"] = () => new Promise(() => {})
    void signOutIn(one)
    await clock.advance(100)
    one.close()
    for (const stop of stops.splice(2)) stop()
    await clock.advance(5000)
    expect(two.name()).toBe("unauthenticated")
    await clock.advance(20_000)
    expect([two.name(), two.tab.visits]).toEqual(["Ada", []])
  })
})
