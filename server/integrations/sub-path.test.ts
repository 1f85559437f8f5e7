import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { MemoryAdapter } from "../adapters/memory.ts"
import type { AuthConfig } from "../service/config.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import { FRAMEWORK_APPS, type FrameworkName } from "../test-kit/framework-apps.ts"
import { ADA, passwordConfig } from "../test-kit/password-service.ts"

const ORIGIN = "https://app.test"
const SHOP = `${ORIGIN}/shop`
afterEach(() => void vi.unstubAllEnvs())

/** Opens an app whose pages users see below `/shop`. Its proxy keeps that path, or removes it. */
async function openShop(name: FrameworkName, strips: boolean, config: Partial<AuthConfig> = {}) {
  vi.stubEnv("AUTH_URL", `${SHOP}/auth`)
  const own = {
    pages: { signIn: "/enter", signOut: "/leave" },
    adapter: MemoryAdapter(),
    session: { strategy: "jwt" } as const,
  }
  const app = await FRAMEWORK_APPS[name](passwordConfig({ ...own, ...config }), strips ? "" : "/shop")
  onTestFinished(() => app.close?.())
  const handle = (request: Request) =>
    app.handle(strips ? new Request(request.url.replace(SHOP, ORIGIN), request) : request)
  return cookieClient({ handle }, undefined, SHOP)
}

const PAGE = { accept: "text/html", "sec-fetch-mode": "navigate", "sec-fetch-site": "same-origin" }
const FORM = { ...PAGE, origin: ORIGIN }
const leadsTo = (response: Response) => response.headers.get("location")

const ROWS = (Object.keys(FRAMEWORK_APPS) as FrameworkName[]).flatMap((name) => [
  [name, "keeps", false] as const,
  [name, "removes", true] as const,
])

describe.each(ROWS)("%s below /shop, behind a proxy that %s the path", (name, _, strips) => {
  test("keeps every page below the path, with AUTH_URL alone", async () => {
    const browser = await openShop(name, strips)
    expect(leadsTo(await browser.get("/auth/signin"))).toBe(
      `${SHOP}/enter?callbackUrl=${encodeURIComponent(`${SHOP}/`)}`,
    )
    expect(leadsTo(await browser.get("/members", PAGE))).toBe(
      `${SHOP}/enter?callbackUrl=${encodeURIComponent(`${SHOP}/members`)}`,
    )
    expect(leadsTo(await browser.get("/auth/signout", PAGE))).toContain(`${SHOP}/leave?callbackUrl=`)
  })

  test("signs in and out by forms of the app and of Latchkit", async () => {
    const browser = await openShop(name, strips)
    const post = async (path: string, fields: Record<string, string>) => {
      const { csrfToken } = (await (await browser.get("/auth/csrf")).json()) as { csrfToken: string } // the JSON of `GET csrf`
      return browser.post(path, { csrfToken, ...fields }, { ...FORM, referer: `${SHOP}/auth/signin` })
    }
    const signIn = (callbackUrl: string) => post("/auth/callback/credentials", { ...ADA, callbackUrl })
    expect(leadsTo(await signIn(""))).toBe(`${SHOP}/`)
    expect([...browser.jar.values()].every(({ path }) => path === "/")).toBe(true)
    expect(await (await browser.get("/who")).json()).toMatchObject({ user: { name: "Ada" } })
    const props = (await browser.get("/settings?tab=a", PAGE)).json()
    expect(await props).toMatchObject({ basePath: "/shop/auth", callbackUrl: `${SHOP}/settings?tab=a` })
    expect(leadsTo(await post("/auth/signout", {}))).toBe(`${SHOP}/`)
    expect(leadsTo(await signIn("/journal"))).toBe(`${SHOP}/journal`)
    expect(leadsTo(await signIn("/shop/journal?a=1"))).toBe(`${SHOP}/journal?a=1`)
    expect(leadsTo(await signIn(`${ORIGIN}/blog`))).toBe(`${ORIGIN}/blog`)
    expect(leadsTo(await signIn("//evil.test"))).toBe(`${SHOP}/`)
    if (name === "no framework") return
    const answer = await browser.post("/login", { providerId: "credentials", redirectTo: "/journal", ...ADA }, FORM)
    expect(leadsTo(answer)).toBe(`${SHOP}/journal`)
  })
})
