import { afterEach, beforeEach, expect, test } from "vitest"
import "../actions/run-sign-out.ts" // a page loads it, which takes no virtual time
import { createAuth } from "../../server/index.ts"
import { installClock, type VirtualClock } from "../../server/testing/clock.ts"
import { fakeBrowser, type FakeTab } from "../../server/testing/tabs.ts"
import { signIn } from "../api/sign-in.ts"
import { signOut } from "../api/sign-out.ts"
import { createLazyClient, runClient } from "../core/client.ts"

let clock: VirtualClock
const stops: (() => void)[] = []

beforeEach(() => {
  clock = installClock()
})

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  clock.restore()
})

function openBrowser() {
  const password = { id: "credentials", name: "Password", type: "credentials", credentials: { name: {} } } as const
  const auth = createAuth(
    {
      providers: [{ ...password, authorize: ({ name }) => ({ id: String(name), name: String(name) }) }],
      secret: "s".repeat(32),
      rateLimit: false,
    },
    { env: { AUTH_URL: "http://localhost:3000" } },
  )
  return fakeBrowser({ handle: (request) => auth.handle(request) })
}

/** Runs a client in a tab. Returns every user that it shows. */
function run(tab: FakeTab) {
  const client = createLazyClient({ page: tab })
  const seen: (string | undefined)[] = []
  const note = () => seen.push(client.store.get().data?.user?.name ?? client.store.get().status)
  note()
  stops.push(client.store.subscribe(note), runClient(client))
  return seen
}

async function signInAs(name: string) {
  expect(await signIn("credentials", { name, redirect: false })).toMatchObject({ ok: true })
}

/** Requests the session as a `preload` link does. The tab's next `GET session` then gets that response. */
async function preload(tab: FakeTab) {
  const { fetch } = tab
  const response = await fetch("/auth/session", { method: "GET" })
  const preloaded: Response[] = [response]
  tab.fetch = (url, init) => {
    const found = url === "/auth/session" && !init?.method ? preloaded.pop() : undefined
    return found ? Promise.resolve(found) : fetch(url, init)
  }
}

const sessionRequests = (tab: FakeTab) => tab.requests.filter((entry) => entry === "GET /auth/session").length

test.each([
  ["another user signed in", ["Ada", "Eve"], "Eve"],
  ["the user signed out", ["Ada", undefined], "unauthenticated"],
  ["the user signed in", [undefined, "Ada"], "Ada"],
] as const)("never shows a preloaded session after %s", async (_, [before, after], expected) => {
  const browser = openBrowser()
  const other = browser.open()
  run(other)
  await clock.advance(2000)
  if (before) await signInAs(before)
  const tab = browser.open()
  await preload(tab)
  if (after) await signInAs(after)
  else await signOut({ redirect: false })
  // The other tab is closed: it leads, and would tell this one
  for (const stop of stops.splice(0)) stop()
  other.close()
  const seen = run(tab)
  await clock.advance(5000)
  expect(new Set(seen)).toEqual(new Set(["loading", expected]))
  expect(sessionRequests(tab)).toBe(2)
})

test("shows a preloaded session of the current version without a request of its own", async () => {
  const browser = openBrowser()
  const other = browser.open()
  run(other)
  await clock.advance(2000)
  await signInAs("Ada")
  for (const stop of stops.splice(0)) stop()
  other.close()
  const tab = browser.open()
  await preload(tab)
  const seen = run(tab)
  await clock.advance(5000)
  expect(new Set(seen)).toEqual(new Set(["loading", "Ada"]))
  expect(sessionRequests(tab)).toBe(1)
})
