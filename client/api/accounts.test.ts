import { afterEach, beforeAll, beforeEach, expect, test } from "vitest"

import { createAuth } from "../../server/index.ts"
import { installClock, type VirtualClock } from "../../server/testing/clock.ts"
import { fakeBrowser, type FakeBrowser } from "../../server/testing/tabs.ts"
// Its pages load them, which takes no virtual time
import "../actions/accounts-store.ts"
import "../actions/run-sign-out.ts"
import { runClient, type PageClient } from "../core/client.ts"
import { createPageClient } from "../core/create-client.ts"
import { lazyAccounts } from "../core/lazy-accounts.ts"
import { getAccounts, signOutAccount, switchAccount } from "./accounts.ts"
import { signIn } from "./sign-in.ts"
import { signOut } from "./sign-out.ts"

const password = {
  id: "credentials",
  name: "Password",
  type: "credentials",
  credentials: { name: {} },
  authorize: ({ name = "" }: { name?: string }) => ({ id: name, name, email: `${name}@app.test` }),
} as const

const stops: (() => void)[] = []
let clock: VirtualClock
let browser: FakeBrowser
let fail: Response | undefined
/** When the server responds to `GET session`. */
let hold: Promise<void> | undefined

// The server loads its actions when they are first needed, which takes no virtual time
beforeAll(async () => {
  await Promise.all([
    import("../../server/features/several-accounts/accounts.ts"),
    import("../../server/core/sign-out/form.ts"),
    import("../../server/core/sign-in/callback.ts"),
    import("../../server/core/sign-in/check-limits.ts"),
  ])
})

beforeEach(() => {
  clock = installClock()
  fail = undefined
  hold = undefined
  const auth = createAuth(
    {
      logger: { error() {}, warn() {}, debug() {} },
      providers: [password],
      secret: "s".repeat(32),
      session: { maxAccounts: 3 },
      clock: () => Date.now(),
    },
    { env: { AUTH_URL: "http://localhost:3000" } },
  )
  browser = fakeBrowser({
    handle: async (request) => {
      if (request.url.endsWith("/session")) await hold
      return request.url.endsWith("/accounts") && fail ? fail.clone() : auth.handle(request)
    },
  })
})

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  clock.restore()
})

/** Opens a page that shows the session and the accounts. Notes every user that it shows. */
async function openTab() {
  const page = browser.open("/notes?token=secret")
  const client: PageClient = createPageClient({ page })
  const accounts = lazyAccounts(client)
  const shown: unknown[] = []
  const note = () => {
    const { data, status } = client.store.get()
    const now = data?.user?.name ?? status
    if (shown.at(-1) !== now) shown.push(now)
  }
  stops.push(
    client.store.subscribe(note),
    runClient(client),
    accounts.subscribe(() => {}),
  )
  await clock.advance(2000)
  const act = async <T>(run: () => Promise<T>): Promise<T> => {
    const stop = runClient(client)
    const result = run()
    stop()
    await clock.advance(2000)
    return result
  }
  return { page, client, shown, accounts, act, names: () => accounts.get().accounts?.map(({ name }) => name) }
}

const enter = (tab: Awaited<ReturnType<typeof openTab>>, name: string) =>
  tab.act(() => signIn("credentials", { name, redirect: false }))
const findId = ({ accounts }: Awaited<ReturnType<typeof openTab>>, wanted: string) =>
  accounts.get().accounts?.find(({ name }) => name === wanted)?.id ?? ""

test("a switch in one tab shows at once there, and arrives in the other without the wrong user", async () => {
  const [here, there] = [await openTab(), await openTab()]
  expect(here.accounts.get()).toMatchObject({ status: "ready", accounts: [], canAdd: true })
  await enter(here, "ada")
  await enter(here, "bob")
  expect([here.names(), there.names()]).toEqual([
    ["bob", "ada"],
    ["bob", "ada"],
  ])
  const [seenHere, seenThere] = [here.shown.length, there.shown.length]
  browser.requests.length = 0
  const result = await here.act(() => switchAccount(findId(here, "ada")))
  expect(result).toMatchObject({
    ok: true,
    session: { user: { name: "ada" } },
    accounts: [{ name: "ada" }, { name: "bob" }],
  })
  expect(here.shown.slice(seenHere)).toEqual(["ada"])
  expect(there.shown.slice(seenThere).at(-1)).toBe("ada")
  expect(there.shown.slice(seenThere)).not.toContain("bob")
  expect([here.names(), there.names()]).toEqual([
    ["ada", "bob"],
    ["ada", "bob"],
  ])
  expect(here.page.visits).toEqual(["http://localhost:3000/notes"])
  expect(browser.requests.filter((entry) => entry === "POST /auth/accounts").length).toBe(1)
})

test("signs out of one account, and stays on the page if another one is active", async () => {
  const [here, there] = [await openTab(), await openTab()]
  for (const name of ["ada", "bob", "cleo"]) await enter(here, name)
  expect(here.accounts.get().canAdd).toBe(false)
  expect(await here.act(() => signOutAccount(findId(here, "ada")))).toMatchObject({ ok: true })
  expect([here.names(), there.names(), here.page.visits]).toEqual([["cleo", "bob"], ["cleo", "bob"], []])
  await here.act(() => signOutAccount(findId(here, "cleo"), { redirectTo: "/home" }))
  expect([here.names(), there.names(), here.shown.at(-1), there.shown.at(-1)]).toEqual([["bob"], ["bob"], "bob", "bob"])
  expect(here.page.visits).toEqual(["http://localhost:3000/home"])
  await there.act(() => signOut({ redirect: false }))
  expect([here.names(), there.names(), here.shown.at(-1)]).toEqual([[], [], "unauthenticated"])
})

test("a failed switch changes nothing, and a dead account disappears", async () => {
  const here = await openTab()
  await enter(here, "ada")
  await enter(here, "bob")
  const ada = findId(here, "ada")
  for (const response of [new Response("", { status: 500 }), Response.json({ accounts: [{ id: 1 }] })]) {
    fail = response
    expect(await here.act(() => switchAccount(ada))).toEqual({ ok: false, error: "RequestFailed" })
    expect([here.client.store.get().data?.user?.name, here.names(), here.page.visits]).toEqual([
      "bob",
      ["bob", "ada"],
      [],
    ])
    expect(here.accounts.get().error).not.toBeNull()
  }
  fail = undefined
  expect(await here.act(() => switchAccount("0123456789"))).toEqual({ ok: false, error: "NotFound" })
  expect(here.client.store.get().data?.user?.name).toBe("bob")
  expect(await here.act(() => getAccounts())).toMatchObject({ accounts: [{ name: "bob" }, { name: "ada" }] })
})

test("signs out of the account that the user has just switched to", async () => {
  const [here, there] = [await openTab(), await openTab()]
  await enter(here, "ada")
  await enter(here, "bob")
  await here.act(() => switchAccount(findId(here, "ada")))
  expect(await there.act(() => signOutAccount(findId(there, "ada")))).toMatchObject({ ok: true })
  expect([here.names(), there.names(), here.shown.at(-1), there.shown.at(-1)]).toEqual([["bob"], ["bob"], "bob", "bob"])
})

test("a session that arrives after its accounts doesn't hide them", async () => {
  await enter(await openTab(), "ada")
  for (const stop of stops.splice(0)) stop() // or that tab tells the other one the session
  const session = Promise.withResolvers<void>()
  hold = session.promise
  const here = await openTab()
  expect([here.client.store.get().status, here.names()]).toEqual(["loading", ["ada"]])
  const seen: unknown[] = []
  stops.push(here.accounts.subscribe(() => seen.push(here.names())))
  browser.requests.length = 0
  session.resolve()
  await clock.advance(2000)
  expect([here.client.store.get().data?.user?.name, here.names()]).toEqual(["ada", ["ada"]])
  expect(seen).not.toContain(undefined)
  expect(browser.requests).not.toContain("GET /auth/accounts")
})
