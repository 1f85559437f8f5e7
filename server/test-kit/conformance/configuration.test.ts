// interface.md, "Configuration object", "PagesOptions", "Theme", "Cookies", "Logger", "Authentication" (environment),
// "Warnings".
import { beforeEach, describe, expect, test, vi } from "vitest"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { Env } from "../../core/config/env.ts"
import { MissingSecretError } from "../../errors.ts"
import { GitHub } from "../../providers/index.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import Passkey from "../../providers/passkey.ts"
import { oauthService } from "../oauth-service.ts"
import { ADA, passwordConfig, passwordService } from "../password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const SITE = { AUTH_URL: "https://app.test/auth" }
const logger = { error: vi.fn(), warn: vi.fn(), debug: vi.fn() }
beforeEach(() => void vi.clearAllMocks())

const serviceWith = ({ secret: _, ...config }: AuthConfig, env: Env) => createAuth({ ...config, logger }, { env })
const fetchSignInPage = async (config: Partial<AuthConfig>) =>
  (await cookieClient(passwordService(config)).get("/signin")).text()
const canOpenSession = async (jar: ReturnType<typeof cookieClient>["jar"], env: Env) =>
  (await (await cookieClient(serviceWith(passwordConfig(), env), jar).get("/session")).json()) !== null

async function jarFrom(env: Env) {
  const ada = cookieClient(serviceWith(passwordConfig(), env))
  await ada.signInWith("credentials", ADA)
  return ada.jar
}

describe("secret", () => {
  test("is read from AUTH_SECRET or its alias LEGACYAUTH_SECRET", async () => {
    const jar = await jarFrom({ ...SITE, AUTH_SECRET: "x".repeat(32) })
    expect(await canOpenSession(jar, { ...SITE, LEGACYAUTH_SECRET: "x".repeat(32) })).toBe(true)
    expect(await canOpenSession(jar, { ...SITE, AUTH_SECRET: "y".repeat(32) })).toBe(false)
  })

  test("rotates with numbered secrets: the highest seals, and each opens", async () => {
    const old = await jarFrom({ ...SITE, AUTH_SECRET: "x".repeat(32) })
    const both = { ...SITE, AUTH_SECRET: "x".repeat(32), AUTH_SECRET_1: "y".repeat(32) }
    expect(await canOpenSession(old, both)).toBe(true)
    const fresh = await jarFrom(both)
    expect(await canOpenSession(fresh, { ...SITE, AUTH_SECRET: "y".repeat(32) })).toBe(true)
    expect(await canOpenSession(fresh, { ...SITE, AUTH_SECRET: "x".repeat(32) })).toBe(false)
  })

  test("may be an array: the first seals, and each opens", async () => {
    const [older, newer] = ["o".repeat(32), "n".repeat(32)]
    const ada = cookieClient(passwordService({ secret: [newer, older] }))
    await ada.signInWith("credentials", ADA)
    const opensWith = async (secret: string | string[]) =>
      (await (await cookieClient(passwordService({ secret }), ada.jar).get("/session")).json()) !== null
    expect([await opensWith(newer), await opensWith([older, newer])]).toEqual([true, true])
    ada.jar.clear()
    await ada.signInWith("credentials", ADA)
    expect(await opensWith(older)).toBe(false)
  })

  test("causes MissingSecretError if it is missing, and every request reports a configuration problem", async () => {
    const auth = serviceWith(passwordConfig(), { ...SITE, NODE_ENV: "production" })
    expect(logger.error).toHaveBeenCalledWith(expect.any(MissingSecretError))
    const answer = await cookieClient(auth).get("/session")
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { message: "There was a problem with the server configuration. Check the server logs for more information." },
    ])
  })
})

describe("the URL of the auth routes", () => {
  test.each(["AUTH_URL", "LEGACYAUTH_URL"])("is read from %s, as site and base path", async (name) => {
    const auth = serviceWith(passwordConfig(), { [name]: "https://site.test/door", AUTH_SECRET: "x".repeat(32) })
    const answer = await cookieClient(auth, undefined, "http://inner:3000/door").get("/providers")
    expect(await answer.json()).toMatchObject({
      credentials: { signinUrl: "https://site.test/door/signin/credentials" },
    })
  })

  test("has the base path /auth by default", async () => {
    const auth = serviceWith(passwordConfig(), { AUTH_URL: "https://app.test", AUTH_SECRET: "x".repeat(32) })
    expect((await cookieClient(auth).get("/session")).status).toBe(200)
  })

  test.each([
    ["env-url-basepath-redundant", "/auth"],
    ["env-url-basepath-mismatch", "/other"],
  ])("logs the warning %s if AUTH_URL has a path, and uses basePath", async (warning, basePath) => {
    const auth = serviceWith(passwordConfig({ basePath }), { ...SITE, AUTH_SECRET: "x".repeat(32) })
    expect(logger.warn).toHaveBeenCalledWith(warning)
    expect((await cookieClient(auth, undefined, `https://app.test${basePath}`).get("/session")).status).toBe(200)
  })

  test.each<[string, Partial<AuthConfig>, Env, number]>([
    ["nothing says so", {}, {}, 500],
    ["trustHost", { trustHost: true }, {}, 200],
    ["AUTH_TRUST_HOST", {}, { AUTH_TRUST_HOST: "true" }, 200],
    ["AUTH_TRUST_HOST is false", {}, { AUTH_TRUST_HOST: "false" }, 500],
    ["its alias LEGACYAUTH_TRUST_HOST", {}, { LEGACYAUTH_TRUST_HOST: "true" }, 200],
    ["the alias is false", {}, { LEGACYAUTH_TRUST_HOST: "false" }, 500],
    ["AUTH_TRUST_HOST overrules the alias", {}, { AUTH_TRUST_HOST: "0", LEGACYAUTH_TRUST_HOST: "1" }, 500],
    ["a known platform", {}, { VERCEL: "1" }, 200],
  ])("trusts the host header without a URL if %s", async (_, config, env, status) => {
    const auth = serviceWith(passwordConfig(config), { NODE_ENV: "production", AUTH_SECRET: "x".repeat(32), ...env })
    expect((await cookieClient(auth).get("/session", { host: "app.test" })).status).toBe(status)
  })

  test.each<[string, string, boolean | undefined, string]>([
    ["https", "https://app.test/auth", undefined, "__Host-latchkit.session-token"],
    ["http", "http://app.test/auth", undefined, "latchkit.session-token"],
    ["http, useSecureCookies true", "http://app.test/auth", true, "__Host-latchkit.session-token"],
    ["https, useSecureCookies false", "https://app.test/auth", false, "latchkit.session-token"],
  ])("uses useSecureCookies on %s", async (_, url, useSecureCookies, name) => {
    const ada = cookieClient(passwordService({ useSecureCookies }, { AUTH_URL: url }), undefined, url)
    await ada.signInWith("credentials", ADA)
    expect(ada.cookie(name)).toMatchObject(name.startsWith("__Host-") ? { secure: true } : { httpOnly: true })
  })
})

test("shows on the page that there are no providers by default", async () => {
  expect(await fetchSignInPage({ providers: [] })).toMatch(/<h1[^>]*>Sign in/)
})

test("reads clientId and clientSecret from AUTH_{PROVIDER}_ID and AUTH_{PROVIDER}_SECRET", async () => {
  const requests: Request[] = []
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    requests.push(new Request(input, init))
    return Response.json({ access_token: "t", token_type: "bearer" })
  }
  const env = { ...SITE, AUTH_SECRET: "x".repeat(32), AUTH_GITHUB_ID: "gh-id", AUTH_GITHUB_SECRET: "gh-secret" }
  const ada = cookieClient(createAuth({ providers: [GitHub()], fetch, logger }, { env }))
  const started = await ada.post("/signin/github", { csrfToken: await ada.csrfToken() })
  const url = new URL(started.headers.get("location") ?? "")
  expect(url.searchParams.get("client_id")).toBe("gh-id")
  await ada.get(`/callback/github?code=c&state=${url.searchParams.get("state")}`)
  const [token] = requests
  const sent = `${token?.headers.get("authorization")} ${await token?.text()}`
  expect(sent).toMatch(new RegExp(`gh-secret|${btoa("gh-id:gh-secret")}`))
})

describe("pages", () => {
  test("signIn and error receive the error parameter", async () => {
    const pages = { signIn: "/login", error: "/oops" }
    const rejected = await cookieClient(passwordService({ pages })).signInWith("credentials", { username: "eve" })
    expect(rejected.headers.get("location")).toBe("https://app.test/login?error=CredentialsSignin&code=credentials")
    const denied = passwordService({ pages, callbacks: { signIn: () => false } })
    expect((await cookieClient(denied).signInWith("credentials", ADA)).headers.get("location")).toBe(
      "https://app.test/oops?error=AccessDenied",
    )
  })

  test("newUser receives the user after the first sign-in", async () => {
    const service = await oauthService({ pages: { newUser: "/welcome" } })
    const person = { sub: "ada", email: "ada@example.com" }
    const first = await service.enter(service.browser(), person)
    expect(first.headers.get("location")).toMatch(/^https:\/\/app\.test\/welcome/)
    const second = await service.enter(service.browser(), person)
    expect(second.headers.get("location")).toBe("https://app.test/")
  })
})

test.each([
  ["logo", { logo: "/logo.svg" }, 'src="/logo.svg"'],
  ["colorScheme", { colorScheme: "dark" as const }, 'data-scheme="dark"'],
])("shows theme.%s on the page", async (_, theme, part) => {
  expect(await fetchSignInPage({ theme })).toContain(part)
})

test("includes theme.brandColor and buttonText in the page's stylesheet", async () => {
  const auth = passwordService({ theme: { brandColor: "#e11d48", buttonText: "#fff" } })
  const html = await (await cookieClient(auth).get("/signin")).text()
  const [, href = ""] = /href="([^"]*theme[^"]*\.css)"/.exec(html) ?? []
  const css = await (await auth.handle(new Request(new URL(href, "https://app.test")))).text()
  expect(css).toContain("--auth-brand:#e11d48")
  expect(css).toContain("--auth-on-brand:#fff")
})

test.each([
  ["#fff", "#ffe600", true],
  ["#000", "#ffe600", false],
])("warns with button-text-contrast for theme.buttonText %s on %s: %s", async (buttonText, brandColor, warned) => {
  createAuth({ ...passwordConfig({ theme: { buttonText, brandColor } }), logger }, { env: SITE })
  await vi.waitFor(() => expect(logger.warn.mock.calls.flat().includes("button-text-contrast")).toBe(warned))
})

describe("cookies", () => {
  test("override the defaults, unless a value is undefined", async () => {
    const cookies = { sessionToken: { name: "sid", options: { sameSite: "strict" as const, path: undefined } } }
    const ada = cookieClient(passwordService({ cookies }))
    await ada.signInWith("credentials", ADA)
    expect(ada.cookie("sid")).toMatchObject({ sameSite: "strict", httpOnly: true, secure: true, path: "/" })
  })

  test.each(["callbackUrl", "csrfToken", "nonce", "pkceCodeVerifier", "sessionToken", "state"] as const)(
    "allow another name for %s",
    async (key) => {
      const service = await oauthService(
        { cookies: { [key]: { name: `own.${key}` } } },
        { checks: ["pkce", "state", "nonce"] },
      )
      const ada = service.browser()
      const seen = new Set<string>()
      const { set } = ada.jar
      ada.jar.set = (name, value) => (seen.add(name), set.call(ada.jar, name, value))
      await service.enter(ada, { sub: "ada", email: "ada@example.com" }, { callbackUrl: "/x" })
      expect([...seen].some((name) => name.startsWith(`own.${key}`))).toBe(true)
    },
  )
})

describe("logger and debug", () => {
  test("replaces only the given methods of the default logger", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined)
    const warn = vi.fn()
    createAuth({ ...passwordConfig(), debug: false, secret: "", logger: { warn } }, { env: SITE })
    expect(error).toHaveBeenCalled()
    error.mockRestore()
  })

  test("logs the warning debug-enabled with the default logger", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined)
    const { logger: _, ...config } = passwordConfig({ debug: true })
    createAuth(config, { env: SITE })
    expect(warn.mock.calls.flat().join(" ")).toContain("debug-enabled")
    warn.mockRestore()
  })

  test("ignores debug with an app's logger, and so logs no warning debug-enabled", () => {
    createAuth({ ...passwordConfig({ debug: true }), logger }, { env: SITE })
    expect(logger.warn).not.toHaveBeenCalledWith("debug-enabled")
  })
})

test("logs the warning experimental-webauthn for experimental.enableWebAuthn", () => {
  createAuth({ ...passwordConfig({ experimental: { enableWebAuthn: true } }), logger }, { env: SITE })
  expect(logger.warn).toHaveBeenCalledWith("experimental-webauthn")
})

test("signs in with passkeys unless experimental.enableWebAuthn is false, and with authjs() only if it is true", async () => {
  const isOn = async (config: Partial<AuthConfig>) => {
    const shown = [undefined, true, false].map(async (enableWebAuthn) => {
      const experimental = enableWebAuthn === undefined ? {} : { experimental: { enableWebAuthn } }
      const all = { providers: [Passkey()], adapter: MemoryAdapter(), ...config, ...experimental }
      const query = "/webauthn-options/passkey?action=authenticate"
      return (await cookieClient(passwordService(all, SITE)).get(query)).ok
    })
    return Promise.all(shown)
  }
  expect(await isOn({})).toEqual([true, true, false])
  expect(await isOn(authjs())).toEqual([false, true, false])
})

test("accepts a function as an entry of providers", async () => {
  const { providers } = passwordConfig()
  const [provider] = providers
  const answer = await cookieClient(passwordService({ providers: [() => provider as never] })).get("/providers")
  expect(Object.keys((await answer.json()) as object)).toEqual(["credentials"])
})
