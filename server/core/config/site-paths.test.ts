import { describe, expect, test } from "vitest"
import { createAuth } from "../../service/auth.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { ADA, passwordConfig, passwordService } from "../../test-kit/password-service.ts"
import type { AuthConfig } from "../../service/config.ts"

const ORIGIN = "https://app.test"

/** Opens a browser at the base path. */
const openAt = (base: string, config: Partial<AuthConfig> = {}) =>
  cookieClient(passwordService(config, { AUTH_URL: ORIGIN + base }), undefined, ORIGIN + base)
const leadsTo = (response: Response) => response.headers.get("location")

describe("the path of the app's own pages", () => {
  test.each([
    ["/auth", "/"],
    ["/api/auth", "/"],
    ["/api/v1/auth", "/"],
    ["/shop/auth", "/shop/"],
    ["/shop/api/auth", "/shop/"],
    ["/a/b/api/v1/auth", "/a/b/"],
    ["/login", "/"],
  ])("with AUTH_URL at %s is %s", async (base, home) => {
    expect(leadsTo(await openAt(base).signInWith("credentials", ADA))).toBe(ORIGIN + home)
  })

  test.each<[string, Partial<AuthConfig>, string]>([
    ["`basePath`", { basePath: "/shop/auth" }, "/shop/"],
    ["`sitePath`", { basePath: "/shop/auth", sitePath: "/" }, "/"],
    ["`sitePath` of an unusual base path", { basePath: "/shop/login", sitePath: "/shop" }, "/shop/"],
  ])("with %s", async (_, config, home) => {
    const auth = passwordService(config, { AUTH_URL: ORIGIN })
    const browser = cookieClient(auth, undefined, `${ORIGIN}${config.basePath ?? ""}`)
    expect(leadsTo(await browser.signInWith("credentials", ADA))).toBe(ORIGIN + home)
  })

  test("is the root with the preset, whose apps write complete paths", async () => {
    const browser = openAt("/shop/auth", { ...authjs(), pages: { signIn: "/shop/enter" } })
    expect(leadsTo(await browser.get("/signin"))).toMatch(`${ORIGIN}/shop/enter?`)
    expect(leadsTo(await browser.signInWith("credentials", { ...ADA, callbackUrl: "/" }))).toBe(`${ORIGIN}/`)
  })

  test.each(["shop", "/shop/", "/a b"])("is rejected if it is %j", async (sitePath) => {
    const found: string[] = []
    const logger = { error: ({ message }: Error) => void found.push(message) }
    const { status } = await passwordService({ sitePath, logger }).handle(new Request(`${ORIGIN}/auth/session`))
    expect(status).toBe(500)
    expect(found.join()).toMatch(/^`sitePath` is .*\. Set it to a path such as "\/shop"$/)
  })
})

describe("below /shop/auth", () => {
  test("every path of the configuration is below /shop, and a URL stays", async () => {
    const page = await openAt("/shop/auth", {
      theme: { logo: { light: "/light.svg", dark: "/shop/dark.svg" }, favicon: "https://cdn.test/icon.png" },
      footerLinks: { terms: "/terms", privacy: { url: "https://acme.test/privacy" } },
    }).get("/signin", { accept: "text/html" })
    const html = await page.text()
    for (const path of [
      "/shop/light.svg",
      "/shop/dark.svg",
      "https://cdn.test/icon.png",
      "/shop/terms",
      "https://acme.test/privacy",
    ])
      expect(html).toContain(`"${path}"`)
  })

  test("a step's page is, too", async () => {
    const steps = [{ id: "terms", url: "/terms?v=1", needed: () => true }]
    const browser = openAt("/shop/auth", { steps, adapter: MemoryAdapter(), session: { strategy: "jwt" } })
    expect(leadsTo(await browser.signInWith("credentials", ADA))).toBe(`${ORIGIN}/shop/terms?v=1`)
  })

  type Redirect = NonNullable<NonNullable<AuthConfig["callbacks"]>["redirect"]>
  const REDIRECTS: [string, Redirect, string, string][] = [
    ["that prepends the site", ({ url, baseUrl }) => baseUrl + url, "/journal", "/shop/journal"],
    ["that returns the path", ({ url }) => url, "/journal", "/shop/journal"],
    ["that returns a path of its own", () => "/home", "/journal", "/shop/home"],
    ["that returns the site", ({ baseUrl }) => baseUrl, "/journal", "/shop/"],
    ["that returns a URL", ({ baseUrl }) => `${baseUrl}/blog`, "/journal", "/blog"],
  ]
  test.each(REDIRECTS)("a `redirect` callback %s leads there", async (_, redirect, callbackUrl, path) => {
    const browser = openAt("/shop/auth", { callbacks: { redirect } })
    const response = await browser.signInWith("credentials", { ...ADA, callbackUrl })
    expect(leadsTo(response)).toBe(ORIGIN + path)
  })

  test.each([
    ["/welcome", "/shop/welcome"],
    ["/shop/welcome", "/shop/welcome"],
    [`${ORIGIN}/welcome`, "/welcome"],
  ])("a `signIn` callback that returns %s leads to %s", async (returned, path) => {
    const browser = openAt("/shop/auth", { callbacks: { signIn: () => returned } })
    expect(leadsTo(await browser.signInWith("credentials", ADA))).toBe(ORIGIN + path)
  })
})

describe("requests that arrive at another path", () => {
  interface LoggedOptions {
    asks?: boolean
    basePath?: string
    AUTH_URL?: string
    NODE_ENV?: string
  }

  /** Returns what is logged about the paths of requests to an app that asks `isUnderBasePath` first, or doesn't. */
  async function logged(paths: string[], { asks = false, basePath = "/auth", ...env }: LoggedOptions = {}) {
    const found: string[] = []
    const logger = { error: ({ message }: Error) => void found.push(message), warn: () => {} }
    const auth = createAuth(passwordConfig({ logger }), { env: { AUTH_URL: `${ORIGIN}/auth`, ...env }, basePath })
    for (const path of paths) {
      const request = new Request(ORIGIN + path)
      if (!asks || (await auth.isUnderBasePath(request))) await auth.handle(request)
    }
    return found.filter((message) => message.startsWith("Base path mismatch"))
  }

  test("are logged once, with both paths", async () => {
    expect(await logged(["/docs/auth/session", "/docs/auth/csrf"])).toEqual([
      "Base path mismatch: a request for `/docs/auth/session` is below `/docs/auth`, but Latchkit responds below `/auth`. Mount it there, or set `AUTH_URL=https://app.test/docs/auth`",
    ])
    expect(await logged(["/docs/auth/session"], { asks: true })).toHaveLength(1)
  })

  test("are logged if AUTH_URL has a path that isn't the mount's", async () => {
    const expected = [
      "Base path mismatch: a request for `/api/auth/csrf` is below `/api/auth`, but AUTH_URL leads to `/user`. Mount Latchkit there, or set `AUTH_URL=https://app.test/api/auth`",
    ]
    expect(await logged(["/api/auth/csrf"], { AUTH_URL: `${ORIGIN}/user`, basePath: "/api/auth" })).toEqual(expected)
  })

  test("are logged in development if AUTH_URL has `/api` too, which a proxy may remove", async () => {
    const options = { AUTH_URL: `${ORIGIN}/api/auth`, basePath: "/auth" }
    expect(await logged(["/auth/csrf"], { ...options, NODE_ENV: "development" })).toEqual([
      "Base path mismatch: a request for `/auth/csrf` is below `/auth`, but AUTH_URL leads to `/api/auth`. Mount Latchkit there, or set `AUTH_URL=https://app.test/auth`",
    ])
    expect(await logged(["/auth/csrf"], { ...options, NODE_ENV: "production" })).toEqual([])
  })

  test("aren't logged if a proxy removed the site's path, or if they may be for the app's own pages", async () => {
    expect(await logged(["/auth/session", "/shop/auth/session"], { AUTH_URL: `${ORIGIN}/shop/auth` })).toEqual([])
    expect(await logged(["/robots.txt", "/blog/2024"])).toEqual([])
    const own = ["/account/session", "/user/auth/signin", "/auth-guide/csrf"]
    expect(await logged(own, { asks: true, AUTH_URL: `${ORIGIN}/login` })).toEqual([])
  })
})
