import { readFile } from "node:fs/promises"
import { afterEach, beforeEach, describe, expect, test } from "vitest"

import { MemoryAdapter } from "../../server/adapters/memory.ts"
import { createAuth, type AuthConfig } from "../../server/index.ts"
import { installClock, type VirtualClock } from "../../server/testing/clock.ts"
import { fakeIssuer } from "../../server/testing/fake-issuer.ts"
import { fakeBrowser } from "../../server/testing/tabs.ts"
import { runClient } from "../core/client.ts"
import { createClient } from "../core/create-client.ts"
import type { PopupWindow } from "../page/page.ts"
import { signIn } from "../api/sign-in.ts"
import type { SignInOptions } from "./types.ts"

const script = await readFile(new URL("../../components/html/script/popup.js", import.meta.url), "utf8")
const cleanups: (() => void)[] = []
const shared: { clock?: VirtualClock } = {}
const advance = async (ms: number) => shared.clock?.advance(ms)

beforeEach(() => {
  shared.clock = installClock()
})
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean()
  shared.clock?.restore()
})

/** A popup as its opener sees it, and the URLs it was sent to. */
class FakeWindow implements PopupWindow {
  closed = false
  opener: unknown = "the page"
  readonly went: string[] = []
  readonly location = {
    href: "about:blank",
    origin: "null",
    assign: (url: string | URL) => void this.went.push(String(url)),
    reload: () => {},
  }
  close(): void {
    this.closed = true
  }
  focus(): void {}
}

const password = {
  id: "credentials",
  name: "Password",
  type: "credentials",
  credentials: {},
  authorize: () => null,
} as const
const silentLogger = { error: () => undefined, warn: () => undefined, debug: () => undefined }

async function openPage({ blocked = false, config = {} }: { blocked?: boolean; config?: Partial<AuthConfig> } = {}) {
  const issuer = await fakeIssuer()
  const acme = { id: "acme", name: "Acme", type: "oidc", issuer: issuer.issuer, clientId: issuer.clientId } as const
  const shared = { providers: [acme, password], secret: "s".repeat(32), fetch: issuer.fetch, logger: silentLogger }
  const auth = createAuth({ ...shared, ...config }, { env: { AUTH_URL: "http://localhost:3000" } })
  const attempts: string[] = []
  const handle = async (request: Request) => {
    if (request.method === "POST") attempts.push(new URLSearchParams(await request.clone().text()).get("popup") ?? "")
    return auth.handle(request)
  }
  const browser = fakeBrowser({ handle })
  const tab = browser.open("/draft")
  const view = { focused: true }
  const document = { cookie: "", visibilityState: "visible" as const, hasFocus: () => view.focused }
  Object.defineProperty(document, "cookie", { get: () => tab.document?.cookie })
  const windows: FakeWindow[] = []
  const requestsAtOpen: string[][] = []
  const open = () => {
    requestsAtOpen.push([...browser.requests])
    if (blocked) return null
    const window = new FakeWindow()
    windows.push(window)
    return window
  }
  const other = createClient({ page: browser.open("/other") })
  const client = createClient({ page: { ...tab, document, open } })
  cleanups.push(runClient(other), runClient(client)) // `signIn` uses the client that started last
  await advance(2000)

  /** Completes the provider's part in the popup. Returns whether the popup closed itself. */
  async function completeSignIn(url: string, { parameters = issuer.authorize(url, { sub: "1", name: "Ada" }) } = {}) {
    const response = await tab.fetch(`/auth/callback/acme?${parameters}`)
    const href = response.headers.get("location") ?? ""
    return { href, closing: await showPage(href) }
  }
  /** Runs the script of the last page in the popup. */
  async function showPage(href: string) {
    const closing = { closed: false }
    const fakeWindow = { close: () => void (closing.closed = true) }
    if (new URL(href).pathname === "/auth/popup")
      new Function("location", "BroadcastChannel", "window", script)({ href }, tab.BroadcastChannel, fakeWindow)
    await advance(100)
    return closing
  }
  return {
    tab,
    browser,
    windows,
    requestsAtOpen,
    view,
    client,
    other,
    issuer,
    attempts,
    answer: completeSignIn,
    showPage,
  }
}

/** Calls `signIn` and waits until its popup is at the provider. */
async function startPopupSignIn(page: Awaited<ReturnType<typeof openPage>>, options: SignInOptions = {}) {
  const result = signIn("acme", { popup: true, ...options })
  const [window] = page.windows
  const deadline = performance.now() + 20_000 // in real time, because the server loads its modules on demand
  while (window?.went.length === 0 && performance.now() < deadline) await advance(1)
  if (!window?.went.length) throw new Error("The window never left")
  return { result, window, url: window.went[0] ?? "" }
}

describe("signIn with popup", () => {
  test("a second call closes the first one's window", async () => {
    const page = await openPage()
    const first = signIn("acme", { popup: true })
    const second = signIn("acme", { popup: true })
    expect(page.windows.map(({ closed }) => closed)).toEqual([true, false])
    page.windows[1]?.close()
    for (const result of await Promise.all([first, second])) expect(result).toMatchObject({ ok: false })
  })

  test("opens the window in the call itself, before anything is loaded or requested", async () => {
    const page = await openPage()
    page.browser.requests.length = 0
    const result = signIn("acme", { popup: true })
    expect([page.windows.length, page.requestsAtOpen]).toEqual([1, [[]]])
    page.windows[0]?.close()
    expect(await result).toMatchObject({ ok: false, error: "PopupBlocked" }) // closed at once, as popup blockers do
  })

  test("signs in in every tab and leaves the page as it is", async () => {
    const page = await openPage()
    const { result, window, url } = await startPopupSignIn(page)
    expect(new URL(url).searchParams.get("redirect_uri")).toBe("http://localhost:3000/auth/callback/acme")
    expect(window.opener).toBeNull()
    const { closing } = await page.answer(url)
    expect(await result).toEqual({ ok: true, status: 200, url: "http://localhost:3000/draft" })
    await advance(2000)
    expect([closing.closed, page.tab.visits]).toEqual([true, []])
    const names = [page.client, page.other].map(({ store }) => store.get().data?.user?.name)
    expect(names).toEqual(["Ada", "Ada"])
  })

  test("navigates to redirectTo if it is set", async () => {
    const page = await openPage()
    const { result, url } = await startPopupSignIn(page, {
      redirect: true,
      redirectTo: "http://localhost:3000/published",
    })
    await page.answer(url)
    expect(await result).toMatchObject({ ok: true })
    expect(page.tab.visits).toEqual(["http://localhost:3000/published"])
  })

  test("reports a cancel at the provider, and the window closes", async () => {
    const page = await openPage()
    const { result, url } = await startPopupSignIn(page)
    const state = new URL(url).searchParams.get("state") ?? ""
    const parameters = new URLSearchParams({ error: "access_denied", state })
    const { closing } = await page.answer(url, { parameters })
    expect(await result).toMatchObject({ ok: false, error: "OAuthCallbackError", code: "cancelled" })
    expect(closing.closed).toBe(true)
  })

  test("reports a closed window a moment later", async () => {
    const page = await openPage()
    const { result, window } = await startPopupSignIn(page)
    window.close()
    await advance(2000)
    expect(await result).toEqual({ ok: false, status: 0, url: null, error: "Cancelled", code: undefined })
  })

  describe("if the sign-in waits for a step", () => {
    const step = { needed: true }
    const steps = [{ id: "terms", url: "/terms", needed: () => step.needed }]
    beforeEach(() => void (step.needed = true))

    /** Starts a popup sign-in, up to the step. */
    async function pauseSignIn() {
      const page = await openPage({ config: { adapter: MemoryAdapter(), steps } })
      const { result, window, url } = await startPopupSignIn(page)
      const { href, closing } = await page.answer(url)
      expect([href, closing.closed]).toEqual(["http://localhost:3000/terms", false])
      const ended = { by: undefined as unknown }
      void result.then((value) => (ended.by = value))
      await advance(5000)
      expect(ended.by).toBeUndefined()
      return { ...page, result, window }
    }

    test("the popup stays open, and the page is signed in after the step (threat 417)", async () => {
      const { tab, result, client, showPage } = await pauseSignIn()
      expect(client.store.get().data).toBeNull()
      step.needed = false
      const open = await tab.fetch("/auth/step", { headers: { accept: "application/json" } })
      const { attempt = "", csrfToken = "" } = (await open.json()) as Record<string, string> // the step's props
      const body = new URLSearchParams({ attempt, csrfToken })
      const finished = await tab.fetch("/auth/step/terms", { method: "POST", body })
      expect(await showPage(finished.headers.get("location") ?? "")).toEqual({ closed: true })
      expect(await result).toMatchObject({ ok: true, url: "http://localhost:3000/draft" })
      expect(client.store.get().data?.user?.name).toBe("Ada")
    })

    test("a message that claims success signs nobody in (threat 417)", async () => {
      const { tab, attempts, result, client } = await pauseSignIn()
      const Channel = tab.BroadcastChannel ?? expect.fail("The tab has channels")
      new Channel(`latchkit,popup,${attempts.find(Boolean)}`).postMessage({ error: null, ok: true, user: "Eve" })
      await advance(100)
      expect(await result).toMatchObject({ ok: false, error: "Callback" })
      expect(client.store.get().data).toBeNull()
    })

    test("a user who closes the popup there isn't signed in (threat 417)", async () => {
      const { window, result, client } = await pauseSignIn()
      window.close()
      await advance(2000)
      expect(await result).toMatchObject({ ok: false, error: "Cancelled" })
      expect(client.store.get().data).toBeNull()
    })
  })

  test("a signed-in user who abandons another sign-in gets no success", async () => {
    const page = await openPage()
    const first = await startPopupSignIn(page)
    await page.answer(first.url)
    expect(await first.result).toMatchObject({ ok: true })
    page.windows.length = 0
    const { result, window } = await startPopupSignIn(page)
    window.close()
    await advance(2000)
    expect(await result).toMatchObject({ ok: false, error: "Cancelled" })
    expect(page.client.store.get().data?.user?.name).toBe("Ada")
  })

  test("opens no window for a server at another origin, which this page couldn't hear", async () => {
    const page = await openPage()
    const open = () => page.windows[page.windows.push(new FakeWindow()) - 1] ?? null
    const client = createClient({ baseUrl: "http://id.localhost:3000", page: { ...page.tab, open } })
    cleanups.push(runClient(client))
    expect(await signIn("acme", { popup: true })).toMatchObject({ ok: false, error: "PopupBlocked" })
    expect(page.windows.map(({ closed, went }) => [closed, went])).toEqual([[true, []]])
  })

  test("waits while an isolated window has the focus, and still receives its result", async () => {
    const page = await openPage()
    const { result, window, url } = await startPopupSignIn(page)
    page.view.focused = false
    window.closed = true // as every browser reports for a window whose page has an opener policy
    await advance(120_000)
    await page.answer(url)
    expect(await result).toMatchObject({ ok: true })
  })

  test("returning to the page cancels an isolated window, but completing it later still signs the user in", async () => {
    const page = await openPage()
    const { result, window, url } = await startPopupSignIn(page)
    page.view.focused = false
    window.closed = true
    await advance(60_000)
    page.view.focused = true
    await advance(2000)
    expect(await result).toMatchObject({ ok: false, error: "Cancelled" })
    const { closing } = await page.answer(url)
    await advance(2000)
    expect([closing.closed, page.client.store.get().data?.user?.name]).toEqual([true, "Ada"])
  })

  test("notices a sign-in by itself if the window couldn't report it", async () => {
    const page = await openPage()
    const { result, window, url } = await startPopupSignIn(page)
    await page.tab.fetch(`/auth/callback/acme?${page.issuer.authorize(url)}`)
    window.close()
    await advance(2000)
    expect(await result).toMatchObject({ ok: true })
  })

  test("returns PopupBlocked and sends no request if no window opens", async () => {
    const page = await openPage({ blocked: true })
    expect(await signIn("acme", { popup: true })).toMatchObject({ ok: false, error: "PopupBlocked" })
    expect(page.browser.requests).not.toContain("POST /auth/signin/acme")
    expect(page.tab.visits).toEqual([])
  })

  test("signs in on the page itself if no window opens and redirect is set", async () => {
    const page = await openPage({ blocked: true })
    expect(await signIn("acme", { popup: true, redirect: true })).toMatchObject({ ok: true })
    expect(page.tab.visits).toHaveLength(1)
    expect(page.tab.visits[0]).toContain("response_type=code")
  })

  test("closes the window again for a provider that doesn't need one", async () => {
    const page = await openPage()
    expect(await signIn("credentials", { popup: true, redirect: false })).toMatchObject({ error: "CredentialsSignin" })
    expect(page.windows.map(({ closed, went }) => [closed, went])).toEqual([[true, []]])
  })

  test("closes the window if the sign-in can't start", async () => {
    const page = await openPage()
    page.browser.online = false
    expect(await signIn("acme", { popup: true })).toMatchObject({ ok: false, error: "RequestFailed" })
    expect(page.windows[0]?.closed).toBe(true)
  })
})

describe("where a popup sign-in leads", () => {
  test.each(["https://evil.test/", "//evil.test/", "javascript:alert(1)", "data:text/html,x", "/\\evil.test"])(
    "never navigates to %s: the server's response decides, as it does without a popup",
    async (redirectTo) => {
      const page = await openPage()
      const { result, url } = await startPopupSignIn(page, { redirect: true, redirectTo })
      await page.answer(url)
      expect(await result).toMatchObject({ ok: true, url: "http://localhost:3000/" })
      expect(page.tab.visits).toEqual(["http://localhost:3000/"])
    },
  )

  test("navigates to another origin if the app's redirect callback allows it", async () => {
    const page = await openPage({ config: { callbacks: { redirect: ({ url }) => url } } })
    const { result, url } = await startPopupSignIn(page, { redirect: true, redirectTo: "https://shop.test/cart" })
    await page.answer(url)
    expect(await result).toMatchObject({ ok: true, url: "https://shop.test/cart" })
    expect(page.tab.visits).toEqual(["https://shop.test/cart"])
  })
})

describe("messages to the page", () => {
  test("a message alone signs nobody in: the page asks the server, which returns no session (threat 315)", async () => {
    const page = await openPage()
    const { result } = await startPopupSignIn(page)
    const { BroadcastChannel } = page.tab
    if (!BroadcastChannel) throw new Error("The tab has no channels")
    const forged = new BroadcastChannel(`latchkit,popup,${page.attempts[0]}`)
    forged.postMessage({ user: { name: "Eve" }, says: { user: { name: "Eve" } }, ok: true })
    await advance(100)
    expect(await result).toMatchObject({ ok: false, error: "Callback" })
    expect(page.client.store.get().status).toBe("unauthenticated")
  })

  test("doesn't repeat an unknown code (threat 315)", async () => {
    const page = await openPage()
    const { result } = await startPopupSignIn(page)
    const { BroadcastChannel } = page.tab
    if (!BroadcastChannel) throw new Error("The tab has no channels")
    const forged = new BroadcastChannel(`latchkit,popup,${page.attempts[0]}`)
    forged.postMessage({ error: "Call 555-0100 to unlock your account", code: "<b>now</b>" })
    await advance(100)
    expect(await result).toMatchObject({ ok: false, error: "Callback", code: undefined })
  })

  test.each(["javascript:alert(1)", "data:text/html,x", "blob:http://localhost:3000/1", "about:blank"])(
    "never sends a window to %s (threat 9)",
    async (url) => {
      const page = await openPage()
      const { fetch } = page.tab
      const client = createClient({
        page: {
          ...page.tab,
          fetch: async (input, init) => (init?.method === "POST" ? Response.json({ url }) : fetch(input, init)),
          open: () => page.windows[page.windows.push(new FakeWindow()) - 1] ?? null,
        },
      })
      cleanups.push(runClient(client))
      expect(await signIn("acme", { popup: true })).toMatchObject({ ok: false, error: "OAuthSignin" })
      expect(page.windows.map(({ closed, went }) => [closed, went])).toEqual([[true, []]])
    },
  )
})
