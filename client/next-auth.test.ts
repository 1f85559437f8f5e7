import { createElement } from "react"
import { renderToString } from "react-dom/server"
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"

import { installClock, type VirtualClock } from "../server/testing/clock.ts"
import { fakeBrowser, type FakeBrowser } from "../server/testing/tabs.ts"
import { getCsrfToken, getProviders, getSession } from "./core/client-for.ts"
import { runClient, type AuthClientOptions } from "./core/client.ts"
import { createClient } from "./core/create-client.ts"
import { SessionProvider, useSession } from "./react.tsx"
import { ada, createTestService, type TestService } from "./core/service.fixture.ts"
import { signIn } from "./api/sign-in.ts"
import { signOut } from "./api/sign-out.ts"
import type { UseSession, UseSessionOptions } from "./use-session.ts"

let clock: VirtualClock
let service: TestService
let browser: FakeBrowser
let urls: URL[]
const stops: (() => void)[] = []

beforeAll(() => Promise.all([import("./core/full-client.ts"), import("./actions/run-sign-in.ts")])) // a browser would load this from the network

beforeEach(() => {
  clock = installClock()
  service = createTestService(ada)
  urls = []
  browser = fakeBrowser({
    handle: (request) => {
      urls.push(new URL(request.url))
      return service.handle(new Request(request.url.replace("/api/auth/", "/auth/"), request))
    },
  })
})

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  clock.restore()
})

function open(options: AuthClientOptions = {}, path?: string) {
  const tab = browser.open(path)
  const client = createClient({ page: tab, ...options })
  stops.push(runClient(client))
  return { tab, store: client.store }
}

const DESK_URL = "http://localhost:3000/desk?tab=2"
const openDesk = () => open({ session: null }, "/desk?tab=2")
const sessionRequestCount = () => browser.requests.filter((entry) => entry === "GET /auth/session").length
const lastForm = () => service.posts.at(-1)?.body

/** Returns the state that a component reads in its first render. */
function firstRender(options: AuthClientOptions, sessionOptions?: UseSessionOptions): UseSession {
  const renders: UseSession[] = []
  const Probe = () => {
    renders.push(useSession(sessionOptions))
    return null
  }
  renderToString(createElement(SessionProvider, options, createElement(Probe)))
  const [state] = renders
  if (!state) throw new Error("The component did not render")
  return state
}

describe("useSession", () => {
  test("without a session prop is loading, and data is undefined", () => {
    expect(firstRender({})).toMatchObject({ status: "loading", data: undefined })
  })

  test("with session={null} is unauthenticated at once", () => {
    expect(firstRender({ session: null })).toMatchObject({ status: "unauthenticated", data: null })
  })

  test("with a session prop is authenticated at once, with that session", () => {
    expect(firstRender({ session: ada })).toMatchObject({ status: "authenticated", data: ada })
  })

  test("returns update along with data and status", () => {
    expect(firstRender({ session: ada }).update).toBeTypeOf("function")
  })

  test("returns refetch, which requests the session also as the handler of a click", async () => {
    browser.cookies.set("latchkit.version", "1")
    const refetch = firstRender({ session: ada, page: browser.open() }).refetch as (event: Event) => Promise<unknown>
    const before = sessionRequestCount()
    expect(await refetch(new Event("click"))).toEqual(ada)
    expect(sessionRequestCount()).toBe(before + 1)
  })

  test("with required is loading for an anonymous user, never unauthenticated", () => {
    expect(firstRender({ session: null }, { required: true }).status).toBe("loading")
  })

  test("throws outside of a SessionProvider, with the reason", () => {
    const Lost = () => void useSession()
    expect(() => renderToString(createElement(Lost))).toThrow("<SessionProvider>")
  })
})

describe("SessionProvider", () => {
  test("sends its requests to its basePath", async () => {
    open({ basePath: "/api/auth" })
    await clock.advance(100)
    expect(urls.map(({ pathname }) => pathname)).toEqual(["/api/auth/session"])
  })

  test("refetchInterval is in seconds, and polls", async () => {
    open({ refetchInterval: 10 })
    await clock.advance(31_000)
    expect(sessionRequestCount()).toBe(1 + 3)
  })

  test("also sends the first poll of a server-rendered session on time", async () => {
    open({ session: ada, refetchInterval: 10 })
    await clock.advance(31_000)
    expect(sessionRequestCount()).toBe(3)
  })

  test("refetchInterval doesn't poll while signed out", async () => {
    open({ session: null, refetchInterval: 10 })
    await clock.advance(31_000)
    expect(sessionRequestCount()).toBe(0)
  })

  test("without refetchInterval never polls", async () => {
    open({ session: ada })
    await clock.advance(3_600_000)
    expect(sessionRequestCount()).toBe(0)
  })

  test.each([
    [undefined, 1],
    [true, 1],
    [false, 0],
  ])(
    "with refetchOnWindowFocus=%s a tab that becomes visible again sends so many requests: %i",
    async (refetchOnWindowFocus, asked) => {
      const { tab } = open({ session: ada, refetchOnWindowFocus })
      await clock.advance(20_000)
      tab.hide()
      tab.show()
      await clock.advance(100)
      expect(sessionRequestCount()).toBe(asked)
    },
  )

  test("a hidden tab sends no request", async () => {
    const { tab } = open({ session: ada })
    await clock.advance(20_000)
    tab.hide()
    await clock.advance(100)
    expect(sessionRequestCount()).toBe(0)
  })

  test.each([
    [undefined, true],
    [true, true],
    [false, false],
  ])("with refetchWhenOffline=%s polls offline: %s", async (refetchWhenOffline, tried) => {
    const { store } = open({ session: ada, refetchInterval: 10, refetchWhenOffline })
    browser.online = false
    await clock.advance(31_000)
    expect(store.get().error !== null).toBe(tried)
    expect(store.get().data).toEqual(ada)
  })

  test("polls again once the device is back online", async () => {
    open({ session: ada, refetchInterval: 10, refetchWhenOffline: false })
    browser.online = false
    await clock.advance(31_000)
    expect(sessionRequestCount()).toBe(0)
    browser.online = true
    await clock.advance(21_000)
    expect(sessionRequestCount()).toBeGreaterThanOrEqual(1)
  })
})

describe("update", () => {
  test("POSTs its data with the CSRF token, and resolves to the new session", async () => {
    const { store } = open({ session: ada })
    expect(await store.update({ theme: "dark" })).toMatchObject({ user: ada.user, theme: "dark" })
    expect(service.posts).toEqual([{ path: "session", body: { csrfToken: "token", data: { theme: "dark" } } }])
    expect(store.get().data).toMatchObject({ theme: "dark" })
  })

  test("POSTs without data too, so that the callbacks run", async () => {
    const { store } = open({ session: ada })
    expect(await store.update()).toEqual(ada)
    expect(service.posts).toEqual([{ path: "session", body: { csrfToken: "token" } }])
  })

  test("reaches the other tabs", async () => {
    const [one, two] = [open({ session: ada }), open({ session: ada })]
    await clock.advance(100)
    await one.store.update({ theme: "dark" })
    await clock.advance(2000)
    expect(two.store.get().data).toMatchObject({ theme: "dark" })
  })
})

describe("getSession, getCsrfToken, getProviders", () => {
  test("getSession fetches the session and resolves to it", async () => {
    open({ session: null })
    expect(await getSession()).toEqual(ada)
  })

  test("getSession resolves to null if no user is signed in", async () => {
    service.session = null
    open({ session: null })
    expect(await getSession()).toBeNull()
  })

  test("getSession updates the provider of its tab and of the other tabs", async () => {
    const [one, two] = [open({ session: null }), open({ session: null })]
    await clock.advance(100)
    await getSession()
    await clock.advance(2000)
    expect([one.store.get().data, two.store.get().data]).toEqual([ada, ada])
  })

  test("getCsrfToken resolves to the token", async () => {
    open()
    expect(await getCsrfToken()).toBe("token")
  })

  test("getProviders resolves to the providers by id", async () => {
    open()
    expect(await getProviders()).toMatchObject({ github: { id: "github", type: "oauth" } })
  })
})

describe("signIn", () => {
  const signInPage = `http://localhost:3000/auth/signin?${new URLSearchParams({ callbackUrl: DESK_URL })}`

  test.each([[undefined], ["nobody"]])("with provider %s shows the sign-in page, and returns here", async (id) => {
    const { tab } = openDesk()
    await signIn(id)
    expect(tab.visits).toEqual([signInPage])
    expect(service.posts).toEqual([])
  })

  test("with a provider POSTs to it and follows the response", async () => {
    const { tab } = openDesk()
    await signIn("github")
    expect(service.posts).toEqual([{ path: "signin/github", body: { csrfToken: "token", callbackUrl: DESK_URL } }])
    expect(tab.visits).toEqual(["https://id.test/authorize"])
  })

  test.each(["callbackUrl", "redirectTo"])("%s sets where to go afterwards", async (option) => {
    openDesk()
    await signIn("github", { [option]: "/inbox" })
    expect(lastForm()).toEqual({ csrfToken: "token", callbackUrl: "/inbox" })
  })

  test("redirectTo takes precedence over callbackUrl", async () => {
    openDesk()
    await signIn("github", { callbackUrl: "/old", redirectTo: "/new" })
    expect(lastForm()).toMatchObject({ callbackUrl: "/new" })
  })

  test.each([
    ["an object", { prompt: "login" }],
    ["a text", "prompt=login"],
    ["pairs", [["prompt", "login"]]],
    ["URLSearchParams", new URLSearchParams({ prompt: "login" })],
  ])("sends authorizationParams as the query: %s", async (_, params) => {
    openDesk()
    await signIn("github", {}, params)
    expect(urls.at(-1)?.search).toBe("?prompt=login")
  })

  test("POSTs credentials to the callback, with their fields", async () => {
    const { tab } = openDesk()
    await signIn("credentials", { name: "ada", password: "right" })
    expect(service.posts).toEqual([
      {
        path: "callback/credentials",
        body: { name: "ada", password: "right", csrfToken: "token", callbackUrl: DESK_URL },
      },
    ])
    expect(tab.visits).toEqual([DESK_URL])
  })

  test("with redirect: false stays, signs in, and returns ok, status and url", async () => {
    const { tab, store } = openDesk()
    const result = await signIn("credentials", { password: "right", redirect: false })
    expect(result).toEqual({ ok: true, status: 200, url: DESK_URL })
    expect([tab.visits, store.get().status]).toEqual([[], "authenticated"])
  })

  test("with redirect: false returns a rejection with error and code, and no url", async () => {
    const { tab, store } = openDesk()
    const result = await signIn("credentials", { password: "wrong", redirect: false })
    expect(result).toEqual({ ok: false, status: 401, url: null, error: "CredentialsSignin", code: "credentials" })
    expect([tab.visits, store.get().status]).toEqual([[], "unauthenticated"])
  })

  test("navigates to the error's page if it may leave the page", async () => {
    const { tab } = openDesk()
    await signIn("credentials", { password: "wrong" })
    expect(tab.visits).toEqual(["http://localhost:3000/auth/signin?error=CredentialsSignin&code=credentials"])
  })

  test("reaches the other tabs", async () => {
    service.session = null
    const [other] = [open({ session: null }), openDesk()]
    await clock.advance(100)
    await signIn("credentials", { password: "right", redirect: false })
    await clock.advance(2000)
    expect(other?.store.get().status).toBe("authenticated")
  })
})

describe("signOut", () => {
  test("POSTs with the CSRF token, and returns here", async () => {
    const { tab } = open({ session: ada }, "/desk?tab=2")
    await signOut()
    expect(service.posts).toEqual([{ path: "signout", body: { csrfToken: "token", callbackUrl: DESK_URL } }])
    expect(tab.visits).toEqual([DESK_URL])
  })

  test.each(["callbackUrl", "redirectTo"])("%s sets where to go afterwards", async (option) => {
    const { tab } = open({ session: ada })
    await signOut({ [option]: "/bye" })
    expect(tab.visits).toEqual(["http://localhost:3000/bye"])
  })

  test("redirectTo takes precedence over callbackUrl", async () => {
    open({ session: ada })
    await signOut({ callbackUrl: "/old", redirectTo: "/new" })
    expect(lastForm()).toMatchObject({ callbackUrl: "/new" })
  })

  test("with redirect: false stays, signs out, and returns the url", async () => {
    const { tab, store } = open({ session: ada })
    expect(await signOut({ redirect: false, callbackUrl: "/bye" })).toMatchObject({ url: "/bye" })
    expect([tab.visits, store.get().status]).toEqual([[], "unauthenticated"])
  })

  test("reaches the other tabs", async () => {
    const [other] = [open({ session: ada }), open({ session: ada })]
    await clock.advance(100)
    await signOut({ redirect: false })
    await clock.advance(100)
    expect(other?.store.get().status).toBe("unauthenticated")
  })
})
