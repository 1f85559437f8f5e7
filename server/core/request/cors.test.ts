import { describe, expect, test } from "vitest"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { GitHub } from "../../providers/index.ts"
import type { Provider } from "../../providers/types.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { ADA, passwordConfig } from "../../test-kit/password-service.ts"

const APP = "https://www.app.test"
const API = "https://api.app.test"

function open(config: Partial<AuthConfig> = {}, env: Record<string, string> = {}) {
  const warnings: string[] = []
  const errors: string[] = []
  const logger = {
    error: ({ message }: Error) => void errors.push(message),
    warn: (code: string) => void warnings.push(code),
  }
  const auth = createAuth(passwordConfig({ trustedOrigins: [APP], logger, ...config }), {
    env: { AUTH_URL: `${API}/auth`, ...env },
  })
  return { auth, warnings, errors, browser: cookieClient(auth, new Map(), `${API}/auth`) }
}

const from = (origin: string, more: Record<string, string> = {}) => ({ origin, "sec-fetch-site": "same-site", ...more })

const OTHERS = [
  "https://evil.test",
  "https://www.app.test.evil.test",
  "https://evilwww.app.test",
  "https://app.test",
  "https://x.www.app.test",
  "http://www.app.test",
  "https://www.app.test:444",
  "https://www.app.test.",
  "https://WWW.app.test",
  "https://user@www.app.test",
  "https://www.app.test/",
  "https://www.app.test, https://evil.test",
  "null",
  "file://",
  "",
]

describe.each(["jwt", "database"] as const)("with %s sessions", (strategy) => {
  test("a trusted origin signs in, reads the session and signs out with the user's cookies", async () => {
    const adapter = MemoryAdapter()
    const ada = await adapter.createUser({ id: "", name: "Ada", email: "ada@app.test", emailVerified: null })
    const [password] = passwordConfig().providers
    const providers = [{ ...password, authorize: () => ada } as Provider] // ada's row
    const { browser } = open({ adapter, session: { strategy }, providers })
    const csrf = await browser.get("/csrf", from(APP))
    expect(csrf.headers.get("access-control-allow-origin")).toBe(APP)
    expect(csrf.headers.get("access-control-allow-credentials")).toBe("true")
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const json = from(APP, { "x-auth-return-redirect": "1" })
    const form = { ...ADA, csrfToken, callbackUrl: "/journal" }
    const signedIn = await browser.post("/callback/credentials", form, json)
    expect(await signedIn.json()).toEqual({ url: `${APP}/journal` })
    expect(await (await browser.get("/session", from(APP))).json()).toMatchObject({ user: { name: "Ada" } })
    const next = { csrfToken: await browser.csrfToken(), callbackUrl: `${APP}/bye` }
    expect(await (await browser.post("/signout", next, json)).json()).toEqual({ url: `${APP}/bye` })
    expect(await (await browser.get("/session", from(APP))).json()).toBeNull()
  })
})

test.each(OTHERS)("gives the origin %j nothing (threat 601)", async (origin) => {
  const { browser, auth } = open()
  await browser.signInWith("credentials", ADA)
  const csrfToken = await browser.csrfToken()
  const read = await browser.get("/session", from(origin))
  const preflight = await auth.handle(
    new Request(`${API}/auth/signout`, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    }),
  )
  const posted = await browser.post("/signout", { csrfToken }, from(origin))
  for (const { headers } of [read, preflight, posted])
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([])
  expect(preflight.status).toBe(405)
  expect(posted.status).toBe(403)
  expect(await (await browser.get("/session")).json()).toMatchObject({ user: { name: "Ada" } })
})

test("every response says that it depends on the origin, and none allows every origin (threat 602)", async () => {
  const { browser, auth } = open()
  const preflight = { method: "OPTIONS", headers: { origin: APP, "access-control-request-method": "POST" } }
  const responses = [
    await browser.get("/session"),
    await browser.get("/session", from(APP)),
    await browser.get("/session", from("https://evil.test")),
    await browser.get("/signin"),
    await browser.get("/no-such-action"),
    await browser.post("/signout", {}, from("https://evil.test")),
    await auth.handle(new Request(`${API}/auth/session`, preflight)),
  ]
  for (const { headers } of responses) {
    expect(headers.get("vary")).toContain("Origin")
    expect(headers.get("access-control-allow-origin")).not.toBe("*")
  }
})

test("a preflight allows what the client sends, for ten minutes, and changes nothing (threat 603)", async () => {
  const { auth } = open()
  const ask = (path: string, service = auth) =>
    service.handle(
      new Request(`${API}/auth/${path}`, {
        method: "OPTIONS",
        headers: { origin: APP, "access-control-request-method": "POST" },
      }),
    )
  const response = await ask("callback/credentials")
  expect(response.status).toBe(204)
  expect(response.headers.getSetCookie()).toEqual([])
  expect(response.headers.get("access-control-allow-methods")).toBe("GET, POST")
  expect(response.headers.get("access-control-allow-headers")).toBe("content-type, x-auth-return-redirect")
  expect(response.headers.get("access-control-max-age")).toBe("600")
  // A browser that still has an old preflight is still rejected
  const { browser } = open({ trustedOrigins: [] })
  const csrfToken = await browser.csrfToken()
  expect((await browser.post("/signout", { csrfToken }, from(APP))).status).toBe(403)
})

test("a trusted origin still needs the CSRF token (threat 604)", async () => {
  const { browser } = open()
  const answer = await browser.post("/callback/credentials", ADA, from(APP, { "x-auth-return-redirect": "1" }))
  expect(await answer.json()).toMatchObject({ error: "MissingCSRF" })
  expect(await (await browser.get("/session")).json()).toBeNull()
})

test("an origin that one tenant trusts reads nothing of another tenant (threat 605)", async () => {
  const tenants = {
    one: passwordConfig({ trustedOrigins: [APP], cookies: {} }),
    two: passwordConfig({ trustedOrigins: ["https://www.two.test"], secret: "t".repeat(32) }),
  }
  const auth = createAuth((request) => tenants[request?.headers.get("x-tenant") === "two" ? "two" : "one"], {
    env: { AUTH_URL: `${API}/auth` },
  })
  const read = async (tenant: string, origin: string) =>
    (
      await auth.handle(new Request(`${API}/auth/csrf`, { headers: { ...from(origin), "x-tenant": tenant } }))
    ).headers.get("access-control-allow-origin")
  expect(await read("one", APP)).toBe(APP)
  expect(await read("two", APP)).toBeNull()
  expect(await read("two", "https://www.two.test")).toBe("https://www.two.test")
})

test("without trusted origins no response has CORS headers", async () => {
  const { browser } = open({ trustedOrigins: [] })
  const { headers } = await browser.get("/session", from(APP))
  expect(headers.get("vary")).toBe("Cookie")
  expect(headers.has("access-control-allow-origin")).toBe(false)
})

test.each([
  ["/journal", `${APP}/journal`],
  [`${APP}/journal`, `${APP}/journal`],
  [`${API}/journal`, `${API}/journal`],
  ["https://evil.test", `${APP}/`],
  [`${APP}.evil.test/`, `${APP}/`],
  [`${APP}@evil.test/`, `${APP}/`],
  ["https://x@www.app.test/", `${APP}/`],
  ["//www.app.test.evil.test", `${APP}/`],
  ["https:www.app.test", `${APP}/`],
  ["http://www.app.test/", `${APP}/`],
  [`blob:${APP}/1`, `${APP}/`],
  [`${APP}//evil.test`, `${APP}/`],
  [`${APP}\\@evil.test`, `${APP}/`],
])(
  "a sign-in from a trusted page with the callback URL %s returns to %s (threat 606)",
  async (callbackUrl, expected) => {
    const { browser } = open()
    const csrfToken = await browser.csrfToken()
    const headers = from(APP, { "x-auth-return-redirect": "1" })
    const response = await browser.post("/callback/credentials", { ...ADA, csrfToken, callbackUrl }, headers)
    expect(await response.json()).toEqual({ url: expected })
  },
)

test("a provider's redirect returns to the page that started the sign-in", async () => {
  const { browser } = open({
    providers: [GitHub({ clientId: "a", clientSecret: "b" })],
    pages: { signIn: `${APP}/login` },
  })
  const csrfToken = await browser.csrfToken()
  const json = from(APP, { "x-auth-return-redirect": "1" })
  const started = (await (await browser.post("/signin/github", { csrfToken, callbackUrl: "/home" }, json)).json()) as {
    url: string
  }
  const state = new URL(started.url).searchParams.get("state")
  const denied = await browser.get(`/callback/github?error=access_denied&state=${state}`)
  const failed = new URL(denied.headers.get("location") ?? "")
  expect(failed.origin + failed.pathname).toBe(`${APP}/login`)
})

test.each([
  ["https://*.app.test", "exact origins"],
  ["*", "exact origins"],
  ["null", "exact origins"],
  ["app.test", "exact origins"],
  ["javascript:alert(1)", "exact origins"],
  ["https://www.app.test/", 'Write "https://www.app.test"'],
  ["https://www.app.test/login", 'Write "https://www.app.test"'],
  ["https://WWW.app.test", 'Write "https://www.app.test"'],
  ["https://www.app.test:443", 'Write "https://www.app.test"'],
  ["https://user@www.app.test", 'Write "https://www.app.test"'],
  ["http://www.app.test", "Use https"],
])("rejects the trusted origin %s in the configuration (threat 607)", async (origin, problem) => {
  const { browser, errors } = open({ trustedOrigins: [origin] })
  expect(errors.join("\n")).toContain(problem)
  const response = await browser.get("/session", from(origin))
  expect(response.status).toBe(500)
  expect(response.headers.has("access-control-allow-origin")).toBe(false)
})

test("AUTH_TRUSTED_ORIGINS lists origins, and a local page may use http", async () => {
  const local = "http://localhost:5173"
  const { browser, errors } = open({ trustedOrigins: undefined }, { AUTH_TRUSTED_ORIGINS: `${APP}, ${local}` })
  expect(errors).toEqual([])
  expect((await browser.get("/session", from(local))).headers.get("access-control-allow-origin")).toBe(local)
})

test("warns about an origin that never gets the cookies", () => {
  expect(open({ trustedOrigins: ["https://app.example"] }).warnings).toContain("trusted-origin-cross-site")
  expect(open().warnings).not.toContain("trusted-origin-cross-site")
})

const APP_ORIGINS = [
  "capacitor://localhost",
  "tauri://localhost",
  "app://bundle",
  "chrome-extension://abcdefghijklmnop",
]

test.each(APP_ORIGINS)(
  "a webview or an extension at %s reads the session, and no redirect leads there",
  async (origin) => {
    const { browser, errors } = open({ trustedOrigins: [origin] })
    const json = from(origin, { "x-auth-return-redirect": "1", "sec-fetch-site": "cross-site" })
    for (const callbackUrl of ["/journal", `${origin}/journal`]) {
      const { csrfToken } = (await (await browser.get("/csrf", from(origin))).json()) as { csrfToken: string }
      const response = await browser.post("/callback/credentials", { ...ADA, csrfToken, callbackUrl }, json)
      const { url } = (await response.json()) as { url: string }
      expect(new URL(url).origin).toBe(API)
    }
    const session = await browser.get("/session", from(origin))
    expect(session.headers.get("access-control-allow-origin")).toBe(origin)
    expect(await session.json()).toMatchObject({ user: { name: "Ada" } })
    for (const other of [`${origin}x`, `${origin}/`, "null", "capacitor://evil"])
      expect((await browser.get("/session", from(other))).headers.has("access-control-allow-origin")).toBe(false)
    expect(errors).toEqual([])
  },
)

test.each(["capacitor://", "capacitor://localhost/", "capacitor://*", "file://", "null", "data:x", "javascript://x"])(
  "the configuration rejects %s as a trusted origin, and says which are right (threat 601)",
  async (origin) => {
    const { browser, errors } = open({ trustedOrigins: [origin] })
    expect((await browser.get("/session", from(origin))).headers.has("access-control-allow-origin")).toBe(false)
    expect(errors.join()).toMatch(/^`trustedOrigins` contains .* or "capacitor:\/\/localhost"$/)
  },
)
