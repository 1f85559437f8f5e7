import { afterEach, expect, test, vi } from "vitest"

import { clientFor, createLazyClient } from "./client.ts"
import { createPageClient } from "./create-client.ts"
import type { Page } from "../page/page.ts"

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const bases = () => [createPageClient().base, createLazyClient().base, clientFor().base]

test("without a base path Latchkit is at /auth", () => {
  expect(bases()).toEqual(["/auth", "/auth", "/auth"])
})

test("in a Next.js page Latchkit is at /api/auth, where `latchkit/next` serves it", () => {
  vi.stubGlobal("next", { version: "16.0.0", appDir: true }) // Next.js's own script sets it before hydration
  expect(bases()).toEqual(["/api/auth", "/api/auth", "/api/auth"])
  expect(createPageClient({ basePath: "/auth" }).base).toBe("/auth")
})

test("on the Next.js server, which renders the same page, Latchkit is at /api/auth too", () => {
  vi.stubEnv("NEXT_RUNTIME", "nodejs")
  expect(bases()).toEqual(["/api/auth", "/api/auth", "/api/auth"])
})

test.each(["a page", "the server"])("in %s of Next.js with a `basePath`, Latchkit is below it", (place) => {
  if (place === "a page") vi.stubGlobal("next", { version: "16.0.0", appDir: true })
  else vi.stubEnv("NEXT_RUNTIME", "nodejs")
  vi.stubEnv("__NEXT_ROUTER_BASEPATH", "/app") // as its compiler does
  expect(bases()).toEqual(["/app/api/auth", "/app/api/auth", "/app/api/auth"])
  expect(createPageClient({ basePath: "/api/auth" }).base).toBe("/api/auth")
})

test("a page with an element whose id is `next` isn't one of Next.js", () => {
  vi.stubGlobal("next", { tagName: "A" }) // the window has elements by their id
  expect(bases()).toEqual(["/auth", "/auth", "/auth"])
})

const html = (status: number) =>
  new Response("<!doctype html>", { status, headers: { "content-type": "text/html; charset=utf-8" } })

const LOCATION = { origin: "https://app.test", assign: () => {}, reload: () => {} }

/** A page of an app that serves Latchkit at `mounted` and its own pages everywhere else, with its console output. */
function appWith(mounted: string, { status = 404, mode = "development" } = {}) {
  vi.stubEnv("NODE_ENV", mode)
  const error = vi.spyOn(console, "error").mockReturnValue()
  const asked: string[] = []
  const fetch = async (url: string) => {
    asked.push(url)
    return url === `${mounted}/session` ? Response.json(null) : html(status)
  }
  const location = { ...LOCATION, href: "https://app.test/shop/journal" }
  return { page: { fetch, location } satisfies Page, error, asked }
}

const sessionAt = async (page: Page, basePath?: string) =>
  (await createPageClient({ page, basePath }).load()).store.refresh()

test.each([
  ["/auth", undefined],
  ["/api/auth", "/api/auth"],
  ["/accounts/v2", "/accounts/v2"],
  ["/accounts/v2", "/accounts/v2/"],
])("finds Latchkit at %s with the base path %s, and logs nothing", async (mounted, basePath) => {
  const { page, error } = appWith(mounted)
  expect(await sessionAt(page, basePath)).toBeNull()
  expect(error).not.toHaveBeenCalled()
})

test.each([
  ["a missing base path", "/api/auth", undefined, 404, "`/auth` responded with 404 (text/html)", "to /api/auth, where"],
  ["a page in its place", "/auth", "/api/auth", 200, "`/api/auth` responded with 200 (text/html)", "to /auth, where"],
  ["one below the page's sub-path", "/shop/auth", undefined, 404, "`/auth` responded with 404", "to /shop/auth, where"],
  [
    "one below a longer sub-path",
    "/shop/journal/api/auth",
    "/api/auth",
    404,
    "`/api/auth` responded with 404",
    "to /shop/journal/api/auth, where",
  ],
  [
    "a custom one",
    "/accounts",
    "/account",
    404,
    "`/account` responded with 404",
    "to the path where your server mounts",
  ],
  ["a server without a proxy to it", "/none", undefined, 200, "`/auth` responded with 200", "proxy `/auth` to it"],
])(
  "logs %s once in development, with the expected base path",
  async (_, mounted, basePath, status, found, expected) => {
    const { page, error } = appWith(mounted, { status })
    for (let turn = 0; turn < 2; turn += 1)
      await expect(sessionAt(page, basePath)).rejects.toMatchObject({ name: "RequestError", action: "session", status })
    await vi.waitFor(() => expect(error).toHaveBeenCalled())
    expect(error.mock.calls).toEqual([[expect.stringMatching(/^Wrong base path: /)]])
    expect(String(error.mock.calls[0])).toContain(found)
    expect(String(error.mock.calls[0])).toContain(expected)
  },
)

test("a wrong base path logs nothing in production, and sends no other request", async () => {
  const { page, error, asked } = appWith("/api/auth", { mode: "production" })
  await expect(sessionAt(page)).rejects.toMatchObject({ name: "RequestError" })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(error).not.toHaveBeenCalled()
  expect(asked).toEqual(["/auth/session"])
})

test("a failing server isn't reported as a wrong base path", async () => {
  const { page, error, asked } = appWith("/api/auth", { status: 502 })
  await expect(sessionAt(page)).rejects.toMatchObject({ status: 502 })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect([error.mock.calls, asked]).toEqual([[], ["/auth/session"]])
})
