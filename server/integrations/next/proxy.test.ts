import { NextRequest, type NextFetchEvent } from "next/server.js"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { AuthConfig } from "../../service/config.ts"
import { ADA, passwordConfig } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { NextAuth } from "./index.ts"

const BASE = "https://app.test"
const SESSION = "__Host-latchkit.session-token"
const event = {} as NextFetchEvent // `auth` reads nothing of it
const deny: Partial<AuthConfig> = { callbacks: { authorized: () => false } }

beforeEach(() => void vi.stubEnv("AUTH_URL", BASE))
afterEach(() => void vi.unstubAllEnvs())

const continues = (answer: Response) => answer.headers.get("x-middleware-next") === "1"

async function isLetThrough(config: Partial<AuthConfig>, path: string, method = "GET") {
  const { auth } = NextAuth(passwordConfig(config))
  return continues(await auth(new NextRequest(BASE + path, { method }), event))
}

describe("a cookie that other code set", () => {
  const FOREIGN = ["two words=1", "größe=xl", "broken=%zz", 'quoted="a b"', "twice=1", "twice=2", "[x]=é", "flag"]

  async function signedIn() {
    const app = NextAuth(passwordConfig({ session: { updateAge: 0 }, pages: { signIn: "/login" } }))
    const person = cookieClient({ handle: (request) => app.handlers.POST(request) }, new Map(), `${BASE}/api/auth`)
    await person.signInWith("credentials", ADA)
    return { app, value: person.cookie(SESSION)?.value ?? "" }
  }

  test("with an unusual name or value reaches the page unchanged, next to the refreshed session", async () => {
    const { app, value } = await signedIn()
    const cookie = [...FOREIGN.slice(0, 4), `${SESSION}=${value}`, ...FOREIGN.slice(4)].join("; ")
    const answer = await app.auth(new NextRequest(`${BASE}/open`, { headers: { cookie } }), event)
    const sentOn = answer.headers.get("x-middleware-request-cookie")?.split("; ") ?? []
    const [line = ""] = answer.headers.getSetCookie().filter((one) => one.startsWith(`${SESSION}=`))
    expect(sentOn.filter((pair) => !/^__Host-latchkit\.|^__Secure-latchkit\./.test(pair))).toEqual(FOREIGN)
    expect(sentOn.filter((pair) => pair.startsWith(`${SESSION}=`))).toEqual([line.split(";")[0]])
  })

  test("doesn't break the app's sign-in page", async () => {
    const { app } = await signedIn()
    const headers = { cookie: FOREIGN.join("; "), "sec-fetch-mode": "navigate" }
    const answer = await app.auth(new NextRequest(`${BASE}/login`, { headers }), event)
    expect(answer.headers.get("x-middleware-request-cookie")).toContain(FOREIGN.join("; "))
    expect(answer.headers.getSetCookie().some((line) => line.includes("csrf-token="))).toBe(true)
  })

  test("lets a signed-in user's page have forms, also after the browser dropped the cookie of their token", async () => {
    const { app, value } = await signedIn()
    const open = async (headers: Record<string, string>) =>
      (await app.auth(new NextRequest(`${BASE}/settings`, { headers }), event)).headers.getSetCookie().join()
    const cookie = `${SESSION}=${value}`
    expect(await open({ cookie, "sec-fetch-mode": "navigate" })).toContain("csrf-token=")
    for (const headers of [{ cookie, "sec-fetch-mode": "cors" }, { "sec-fetch-mode": "navigate" }])
      expect(await open(headers)).not.toContain("csrf-token=")
  })

  test("is kept when the session's own cookie is cleared", async () => {
    const { app } = await signedIn()
    const cookie = `größe=xl; ${SESSION}=no-token`
    const answer = await app.auth(new NextRequest(`${BASE}/open`, { headers: { cookie } }), event)
    expect(answer.headers.get("x-middleware-request-cookie")).toBe("größe=xl")
  })
})

describe("skips `authorized` for Latchkit's endpoints only (threat 295)", () => {
  test.each([
    "/user/account/billing",
    "/user/account",
    "/user/session/1",
    "/user/callback/nobody",
    "/user/assets/a.js",
  ])("denies the app's page at %s", async (path) => {
    const method = path === "/user/account" ? "PUT" : "GET"
    expect(await isLetThrough({ ...deny, basePath: "/user" }, path, method)).toBe(false)
  })

  test.each<[string, string]>([
    ["GET", "/user/session"],
    ["HEAD", "/user/session"],
    ["POST", "/user/session"],
    ["GET", "/user/signin"],
    ["POST", "/user/callback/credentials"],
    ["POST", "/user/account"],
  ])("allows %s %s as an endpoint", async (method, path) => {
    expect(await isLetThrough({ ...deny, basePath: "/user" }, path, method)).toBe(true)
  })

  test.each<[string, string]>([
    ["POST", "/user/csrf"],
    ["DELETE", "/user/account"],
    ["GET", "/user/callback"],
    ["POST", "/user/signin/google"],
  ])("denies %s %s", async (method, path) => {
    expect(await isLetThrough({ ...deny, basePath: "/user" }, path, method)).toBe(false)
  })

  test("serves the sign-in page's stylesheet by its exact name", async () => {
    const app = NextAuth(passwordConfig({ ...deny, basePath: "/user" }))
    const page = await (await app.handlers.GET(new Request(`${BASE}/user/signin`))).text()
    const [path = ""] = /\/user\/assets\/[\w.]+\.css/.exec(page) ?? []
    expect(await isLetThrough({ ...deny, basePath: "/user" }, path)).toBe(true)
  })

  test("logs a warning if the base path is the root", async () => {
    const warn = vi.fn()
    const logger = { warn, error: () => undefined }
    await isLetThrough({ ...deny, basePath: "/", logger }, "/members")
    expect(warn).toHaveBeenCalledWith("root-base-path")
    warn.mockClear()
    await isLetThrough({ ...deny, basePath: "/user", logger }, "/members")
    expect(warn).not.toHaveBeenCalledWith("root-base-path")
  })
})

describe("the page of an app's own step", () => {
  const step = (id: string) => ({ id, url: `/${id}`, needed: () => true })
  const config = { adapter: MemoryAdapter(), steps: [step("terms"), step("team")] }

  async function paused() {
    const app = NextAuth(passwordConfig({ ...deny, ...config }))
    const person = cookieClient({ handle: (request) => app.handlers.POST(request) }, new Map(), `${BASE}/api/auth`)
    const response = await person.signInWith("credentials", ADA)
    expect(response.headers.get("location")).toBe(`${BASE}/terms`)
    return (path: string) => app.auth(new NextRequest(person.request(path)), event)
  }

  test.each<[string, boolean]>([
    ["/terms", true],
    ["/terms/", true],
    ["/terms?error=Step", true],
    ["/terms/members", false],
    ["/team", false],
    ["/members", false],
  ])("is open while the sign-in waits for it: %s, %s (threat 419)", async (path, passes) => {
    const visit = await paused()
    expect(continues(await visit(path))).toBe(passes)
  })

  test("is protected by `authorized` otherwise", async () => {
    expect(await isLetThrough({ ...deny, ...config }, "/terms")).toBe(false)
  })
})

describe("Next's `basePath`, which Next removes from a handler's URL", () => {
  const set = { option: { basePath: "/shop/api/auth" }, AUTH_URL: {}, Next: {} }

  test.each<keyof typeof set>(["option", "AUTH_URL", "Next"])("signs in below the sub-path, set by %s", async (by) => {
    vi.stubEnv("AUTH_URL", by === "AUTH_URL" ? `${BASE}/shop/api/auth` : BASE)
    if (by === "Next") vi.stubEnv("__NEXT_ROUTER_BASEPATH", "/shop") // as its compiler does
    const app = NextAuth(passwordConfig({ ...deny, ...set[by] }))
    const handle = (request: Request) => {
      const url = request.url.replace("/shop", "")
      return app.handlers[request.method as "GET" | "POST"](new Request(url, request))
    }
    const page = await (await handle(new Request(`${BASE}/shop/api/auth/signin`))).text()
    expect(page).toContain(`action="${BASE}/shop/api/auth/callback/credentials"`)
    const person = cookieClient({ handle }, new Map(), `${BASE}/shop/api/auth`)
    expect((await person.signInWith("credentials", ADA)).status).toBe(302)
    expect(person.cookie(SESSION)).toBeDefined()
    // The proxy's URL has the sub-path
    const denied = await app.auth(new NextRequest(`${BASE}/shop/members`), event)
    expect(denied.headers.get("location")).toMatch(`${BASE}/shop/api/auth/signin?`)
    const allowed = await app.auth(new NextRequest(`${BASE}/shop/api/auth/signin`), event)
    expect(continues(allowed)).toBe(true)
  })

  test("leaves another base path alone", async () => {
    const { handlers } = NextAuth(passwordConfig({ basePath: "/user" }))
    expect((await handlers.GET(new Request(`${BASE}/api/auth/session`))).status).toBe(404)
  })
})

describe("Next's `trailingSlash`", () => {
  test.each(["session", "csrf", "providers", "signin"])("GET /api/auth/%s/ responds", async (action) => {
    const { handlers } = NextAuth(passwordConfig())
    expect((await handlers.GET(new Request(`${BASE}/api/auth/${action}/`))).status).toBe(200)
  })

  test("signs in, and the sign-in passes `authorized`", async () => {
    const app = NextAuth(passwordConfig(deny))
    const handle = (request: Request) => app.handlers.POST(new Request(`${request.url}/`, request))
    const person = cookieClient({ handle }, new Map(), `${BASE}/api/auth`)
    expect((await person.signInWith("credentials", ADA)).status).toBe(302)
    expect(person.cookie(SESSION)).toBeDefined()
    expect(await isLetThrough(deny, "/api/auth/callback/credentials/", "POST")).toBe(true)
  })

  test("shows the app's own sign-in page, with the cookie of its forms", async () => {
    const { auth } = NextAuth(passwordConfig({ ...deny, pages: { signIn: "/login" } }))
    const request = new NextRequest(`${BASE}/login/`, { headers: { "sec-fetch-mode": "navigate" } })
    const answer = await auth(request, event)
    expect(continues(answer)).toBe(true)
    expect(answer.headers.getSetCookie().some((line) => line.includes("csrf-token="))).toBe(true)
  })
})
