import { describe, expect, test, vi } from "vitest"
import { createAuth } from "../../service/auth.ts"
import { GitHub } from "../../providers/index.ts"
import { passwordConfig, passwordService } from "../../test-kit/password-service.ts"

type Config = Parameters<typeof passwordService>[0]

const URL = "https://app.test/auth/theme.css"
const fetchTheme = (config: Config, headers: Record<string, string> = {}) =>
  passwordService(config).handle(new Request(URL, { headers }))

test("serves the theme for pages of the app, with the colors of providers", async () => {
  const answer = await fetchTheme({
    theme: { brand: "#0f766e", radius: 4, colorScheme: "dark" },
    providers: [GitHub({ clientId: "x", clientSecret: "y", style: { brandColor: "#24292f" } })],
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get("content-type")).toBe("text/css; charset=utf-8")
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff")
  expect(answer.headers.get("set-cookie")).toBeNull()
  const css = await answer.text()
  expect(css).toMatch(/^:root,\.auth-page,\.auth-card,\.auth-part\{--auth-brand:#0f766e;/)
  expect(css).toContain("--auth-radius:4px")
  expect(css).toContain("color-scheme:dark")
  expect(css).toContain('[data-provider="github"] .auth-button{--auth-brand:#24292f')
})

test("responds with 304 until the theme changes, and is empty without one", async () => {
  const theme = { brand: "#0f766e" }
  const first = await fetchTheme({ theme })
  const etag = first.headers.get("etag") ?? ""
  expect(etag).toMatch(/^"[0-9a-f]{16}"$/)
  for (const tags of [etag, `"other", W/${etag}`]) {
    const same = await fetchTheme({ theme }, { "if-none-match": tags })
    expect([same.status, same.headers.get("etag"), await same.text()]).toEqual([304, etag, ""])
    expect(same.headers.get("cache-control")).toBe(first.headers.get("cache-control"))
  }
  expect((await fetchTheme({ theme: { brand: "#b91c1c" } }, { "if-none-match": etag })).status).toBe(200)
  expect(await (await fetchTheme({})).text()).toBe("")
})

test.each([
  ["production", "public, max-age=300, stale-while-revalidate=86400"],
  ["development", "no-cache"],
])("in %s, caches may keep it: %s", async (NODE_ENV, cacheControl) => {
  const auth = createAuth(passwordConfig({ theme: { brand: "#0f766e" } }), {
    env: { AUTH_URL: "https://app.test/auth", NODE_ENV },
  })
  expect((await auth.handle(new Request(URL))).headers.get("cache-control")).toBe(cacheControl)
})

test("keeps a brand color that is a variable of the app's page", async () => {
  const css = await (await fetchTheme({ theme: { brand: "var(--color-primary)" } })).text()
  expect(css).toContain("--auth-brand:var(--color-primary,#5a4ae0)")
})

test("sends cards no colors but those of `brandColor`, which is Auth.js's name, so that they need no inline style", async () => {
  const propsFor = async (theme: NonNullable<Config>["theme"]) =>
    (await passwordService({ theme }).signInProps(new Request("https://app.test/login"))).props.theme
  expect(await propsFor({ brand: "#0f766e", ink: "#111", logo: "/a.svg", buttonText: "#fff" })).toEqual({
    logo: "/a.svg",
  })
  expect(await propsFor({ brandColor: "#0f766e", buttonText: "#fff", radius: 3 })).toEqual({
    brandColor: "#0f766e",
    buttonText: "#fff",
  })
})

test("built-in pages have the layout, and their policy allows its images", async () => {
  const image = { light: "https://cdn.test/day.jpg", dark: "https://night.test/night.jpg" }
  const service = passwordService({ theme: { layout: "split", image, logo: { light: "/a.svg", dark: "/b.svg" } } })
  const page = await service.handle(new Request("https://app.test/auth/signin"))
  expect(page.headers.get("content-security-policy")).toMatch(
    /img-src 'self' [^;]*https:\/\/cdn\.test https:\/\/night\.test/,
  )
  const html = await page.text()
  expect(html).toMatch(
    /<picture><source media="\(prefers-color-scheme: dark\)" srcset="\/b\.svg"><img class="auth-logo"[^>]* src="\/a\.svg"/,
  )
  const [, href = ""] = /href="([^"]*theme[^"]*)"/.exec(html) ?? []
  const css = await (await service.handle(new Request(`https://app.test${href}`))).text()
  expect(css).toContain('background-image:url("https://cdn.test/day.jpg")')
})

describe("a mistake in the theme", () => {
  const serviceWith = (config: object) => {
    const logger = { error: vi.fn<(error: Error) => void>(), warn: vi.fn() }
    const auth = createAuth({ ...passwordConfig(), ...config, logger }, { env: { AUTH_URL: "https://app.test/auth" } })
    const status = async () => (await auth.handle(new Request("https://app.test/auth/signin"))).status
    return { logger, status, errors: () => logger.error.mock.calls.map(([error]) => error.message) }
  }

  test("is a configuration error that names what was found and what is expected", async () => {
    const { status, errors } = serviceWith({ theme: { ink: "notacolor" } })
    expect(await status()).toBe(500)
    expect(errors()[0]).toMatch(/`theme.ink` is "notacolor". Use hex, rgb\(\), hsl\(\) or oklch\(\)/)
  })

  test("in a value that Auth.js has is logged with the same words and ignored", async () => {
    const { status, errors } = serviceWith({ theme: { brandColor: "notacolor", logo: "ftp://x" } })
    expect(await status()).toBe(200)
    await vi.waitFor(() => expect(errors()).toHaveLength(2))
    expect(errors()[0]).toMatch(/^`theme.brandColor` is "notacolor". Use hex, .*. It is ignored$/)
  })

  test("is ignored with a warning under the preset of Auth.js", async () => {
    const { logger, status, errors } = serviceWith({ theme: { brandColor: "red", ink: "red" }, compat: "authjs" })
    expect(await status()).toBe(200)
    await vi.waitFor(() => expect(logger.warn).toHaveBeenCalledWith("theme-ignored"))
    expect(errors()).toEqual([])
  })
})

test("an error page shows its danger icon at the logo", async () => {
  const service = passwordService({ theme: { logo: "/logo.svg" } })
  const page = async (path: string) => (await service.handle(new Request(`https://app.test/auth/${path}`))).text()
  expect(await page("error?error=AccessDenied")).toContain('class="auth-disc" data-tone="danger"')
  expect(await page("error?error=AccessDenied")).toContain("auth-logo")
  expect(await page("signin")).toContain("auth-logo")
  expect(await page("signin")).not.toContain("auth-disc")
})

test.each([
  ["signin", undefined],
  ["signout", undefined],
  ["error?error=Verification", "danger"],
  ["error?error=Configuration", "danger"],
  ["verify-request", "state"],
])("the page %s has the site's letter if there is no logo, and its state beside it", async (path, state) => {
  const service = passwordService({ siteName: undefined }) // its host then, as in emails
  const html = await (await service.handle(new Request(`https://app.test/auth/${path}`))).text()
  expect(html).toContain('<span class="auth-brand"><span class="auth-tile" aria-hidden="true">A</span>')
  expect(html.includes("auth-disc")).toBe(state !== undefined)
})
