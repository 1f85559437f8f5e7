// interface.md, "Endpoints": REST actions and their rules, row by row.
import { beforeEach, describe, expect, test, vi } from "vitest"
import type { AuthConfig } from "../../service/config.ts"
import { skipCSRFCheck } from "../../index.ts"
import { oauthService, signedInName } from "../oauth-service.ts"
import { ADA, passwordConfig, passwordService } from "../password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const warn = vi.fn()
const createClient = (config: Partial<AuthConfig> = {}) => cookieClient(passwordService(config))
const redirectLocation = (answer: Response) => answer.headers.get("location")
beforeEach(() => void warn.mockClear())

describe("REST actions", () => {
  test("GET callback/<provider> handles the provider's response at <origin><base path>/callback/<provider>", async () => {
    const service = await oauthService()
    const ada = service.browser()
    const started = await ada.post("/signin/acme", { csrfToken: await ada.csrfToken() })
    const authorization = new URL(redirectLocation(started) ?? "")
    expect(authorization.searchParams.get("redirect_uri")).toBe("https://app.test/auth/callback/acme")
    await ada.get(`/callback/acme?${service.issuer.authorize(authorization.href)}`)
    expect(await signedInName(ada)).toBe("ada@example.com")
  })

  test("POST callback/<provider> handles the credentials callback", async () => {
    const ada = createClient()
    const answer = await ada.signInWith("credentials", { ...ADA, callbackUrl: "/home" })
    expect(redirectLocation(answer)).toBe("https://app.test/home")
    expect(await signedInName(ada)).toBe("ada@example.com")
  })

  test("GET csrf returns the token as {csrfToken} and sets a cookie that scripts can't read", async () => {
    const ada = createClient()
    const body = (await (await ada.get("/csrf")).json()) as { csrfToken: string } // the row itself
    expect(body).toEqual({ csrfToken: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const cookie = ada.cookie("__Host-latchkit.csrf-token")
    expect(cookie?.httpOnly).toBe(true)
    expect(cookie?.value).not.toContain(body.csrfToken)
  })

  test("GET csrf responds with 404 and logs the warning csrf-disabled if the check is off", async () => {
    const answer = await createClient({ skipCSRFCheck, logger: { warn, error: () => undefined } }).get("/csrf")
    expect(answer.status).toBe(404)
    expect(warn).toHaveBeenCalledWith("csrf-disabled")
  })

  test.each(["error", "error?error=AccessDenied", "signin", "signout", "verify-request"])(
    "GET %s renders a page",
    async (path) => {
      const answer = await createClient().get(`/${path}`)
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8")
      expect(await answer.text()).toContain("<h1")
    },
  )

  test("GET providers returns id, name, type, signinUrl and callbackUrl of each provider, and nothing else", async () => {
    expect(await (await createClient().get("/providers")).json()).toEqual({
      credentials: {
        id: "credentials",
        name: "Password",
        type: "credentials",
        signinUrl: "https://app.test/auth/signin/credentials",
        callbackUrl: "https://app.test/auth/callback/credentials",
      },
    })
  })

  test("GET session returns the session or null", async () => {
    const ada = createClient()
    expect(await (await ada.get("/session")).json()).toBeNull()
    await ada.signInWith("credentials", ADA)
    expect(await (await ada.get("/session")).json()).toEqual({
      user: { name: "Ada", email: "ada@example.com", image: null },
      expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  })

  test("POST session updates the session and returns it", async () => {
    const ada = createClient({
      callbacks: {
        jwt: ({ token, trigger, session }) => (trigger === "update" ? { ...token, team: session } : token),
        session: (params) => ({ ...params.session, team: "token" in params ? params.token["team"] : undefined }),
      },
    })
    await ada.signInWith("credentials", ADA)
    const answer = await ada.postJson("/session", { csrfToken: await ada.csrfToken(), data: "tide" })
    expect(await answer.json()).toMatchObject({ user: { name: "Ada" }, team: "tide" })
    expect(await (await ada.get("/session")).json()).toMatchObject({ team: "tide" })
  })

  test("POST signin/<provider> starts at the provider", async () => {
    const { issuer, browser } = await oauthService()
    const ada = browser()
    const answer = await ada.post("/signin/acme", { csrfToken: await ada.csrfToken() })
    expect(answer.status).toBe(302)
    expect(redirectLocation(answer)).toMatch(new RegExp(`^${issuer.issuer}/authorize\\?`))
  })

  test("POST signout ends the session", async () => {
    const ada = createClient()
    await ada.signInWith("credentials", ADA)
    await ada.post("/signout", { csrfToken: await ada.csrfToken() })
    expect(await signedInName(ada)).toBeNull()
    expect(ada.cookie("__Host-latchkit.session-token")).toBeUndefined()
  })

  test("GET webauthn-options responds with 404 or an error while the feature is off, and returns no challenge", async () => {
    const ada = createClient()
    const answer = await ada.get("/webauthn-options?action=authenticate")
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect([...ada.jar.keys()].filter((name) => name.includes("challenge"))).toEqual([])
  })
})

describe("Rules", () => {
  test.each(["/signin/credentials", "/callback/credentials", "/signout"])(
    "1. POST %s without csrfToken changes nothing",
    async (path) => {
      const ada = createClient()
      const answer = await ada.post(path, ADA)
      expect(redirectLocation(answer)).toContain("error=MissingCSRF")
      expect(await signedInName(ada)).toBeNull()
    },
  )

  test.each([
    ["signIn", "/signin"],
    ["signOut", "/signout"],
    ["error", "/error?error=AccessDenied"],
    ["verifyRequest", "/verify-request?provider=credentials&type=email"],
  ])("2. pages.%s replaces the built-in page", async (kind, path) => {
    const answer = await createClient({ pages: { [kind]: "/own" } }).get(path)
    expect(answer.status).toBe(302)
    expect(redirectLocation(answer)).toMatch(/^https:\/\/app\.test\/own/)
  })

  test("3. a form needs no token with skipCSRFCheck, but another site's page is still rejected", async () => {
    const ada = createClient({ skipCSRFCheck, logger: { warn, error: () => undefined } })
    await ada.post("/callback/credentials", ADA)
    expect(await signedInName(ada)).toBe("ada@example.com")
    expect((await ada.post("/signout", {}, { origin: "https://evil.test" })).status).toBe(403)
  })

  test("requests outside the base path aren't handled", async () => {
    const auth = passwordService({ basePath: "/door" }, { AUTH_URL: "https://app.test" })
    const ada = cookieClient(auth, undefined, "https://app.test")
    expect((await ada.get("/door/session")).status).toBe(200)
    expect((await ada.get("/auth/session")).status).toBe(404)
  })

  test("a configuration given as a function of the request is called for each request", async () => {
    const auth = (await import("../../service/auth.ts")).createAuth(
      (request) => passwordConfig({ siteName: request?.headers.get("x-site") ?? "none" }),
      { env: { AUTH_URL: "https://app.test/auth" } },
    )
    const page = async (site: string) => (await cookieClient(auth).get("/signin", { "x-site": site })).text()
    expect(await page("Harbour")).toContain("Sign in to Harbour")
    expect(await page("Lighthouse")).toContain("Sign in to Lighthouse")
  })
})
