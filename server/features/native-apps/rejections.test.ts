import { describe, expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { nativeApp, REDIRECT_URI, toTokens } from "../../test-kit/native-app.ts"
import { oauthService, type OAuthService } from "../../test-kit/oauth-service.ts"

const ADA = { sub: "ada", name: "Ada", email: "ada@example.com", email_verified: true }
const CUSTOM = "com.example.acme:/signed-in"
const nativeApps = {
  phone: { redirectUris: [REDIRECT_URI, CUSTOM] },
  cli: { redirectUris: ["http://127.0.0.1/signed-in", "http://[::1]/signed-in"] },
}
const createService = (config: Partial<AuthConfig> = {}) => oauthService({ nativeApps, ...config })

async function signedIn(service: OAuthService) {
  const browser = service.browser()
  await service.enter(browser, ADA)
  return browser
}

const location = (response: Response) => response.headers.get("location") ?? ""
const readParams = (response: Response) => Object.fromEntries(new URL(location(response)).searchParams)

describe("an address that isn't registered", () => {
  test.each<[string, Record<string, string>]>([
    ["an unknown app", { client_id: "other" }],
    ["no app", { client_id: "" }],
    ["no address", { redirect_uri: "" }],
    ["another site", { redirect_uri: "https://evil.test/phone/signed-in" }],
    ["another app's address", { redirect_uri: "http://127.0.0.1:5000/signed-in" }],
    ["another path", { redirect_uri: `${REDIRECT_URI}/../evil` }],
    ["a longer path", { redirect_uri: `${REDIRECT_URI}x` }],
    ["another query", { redirect_uri: `${REDIRECT_URI}?next=evil` }],
    ["a fragment", { redirect_uri: `${REDIRECT_URI}#x` }],
    ["a port", { redirect_uri: "https://app.test:444/phone/signed-in" }],
    ["another scheme", { redirect_uri: "com.example.evil:/signed-in" }],
    ["a scheme in capitals", { redirect_uri: "COM.example.acme:/signed-in" }],
    ["localhost", { client_id: "cli", redirect_uri: "http://localhost:5000/signed-in" }],
    ["a host that begins like loopback", { client_id: "cli", redirect_uri: "http://127.0.0.1.evil.test/signed-in" }],
    ["a user name before loopback", { client_id: "cli", redirect_uri: "http://127.0.0.1:5@evil.test/signed-in" }],
    ["https on loopback", { client_id: "cli", redirect_uri: "https://127.0.0.1:5000/signed-in" }],
    ["the beginning of the path on loopback", { client_id: "cli", redirect_uri: "http://127.0.0.1:5000/signed" }],
    ["another path on loopback", { client_id: "cli", redirect_uri: "http://127.0.0.1:5000/other" }],
    ["a port above 65535", { client_id: "cli", redirect_uri: "http://127.0.0.1:70000/signed-in" }],
  ])("gets nothing, not even an error: %s (threat 610)", async (_, changes) => {
    const service = await createService()
    const browser = await signedIn(service)
    const app = nativeApp(service.auth)
    const csrfToken = await browser.csrfToken()
    const posted = await browser.post("/authorize", { ...app.request, ...changes, csrfToken })
    for (const response of [await app.open(browser, changes), posted]) {
      expect([response.status, location(response)]).toEqual([400, ""])
      expect(await response.text()).not.toContain("evil")
    }
  })

  test("is one that the request names twice (threat 610)", async () => {
    const service = await createService()
    const browser = await signedIn(service)
    const query = new URLSearchParams(nativeApp(service.auth).request)
    for (const name of ["redirect_uri", "client_id"]) {
      const response = await browser.get(`/authorize?${query}&${name}=${encodeURIComponent(query.get(name) ?? "")}`)
      expect([name, response.status, location(response)]).toEqual([name, 400, ""])
    }
  })

  test("isn't loopback with another port", async () => {
    const service = await createService()
    const browser = await signedIn(service)
    for (const redirectUri of ["http://127.0.0.1:5000/signed-in", "http://[::1]:61234/signed-in"]) {
      const app = nativeApp(service.auth, { id: "cli", redirectUri })
      expect((await toTokens(await app.exchange(await app.code(browser)))).token_type).toBe("Bearer")
    }
  })
})

describe("an invalid request", () => {
  test.each<[string, Record<string, string>, string]>([
    ["no challenge", { code_challenge: "" }, "invalid_request"],
    ["the method plain", { code_challenge_method: "plain" }, "invalid_request"],
    ["no method, which means plain", { code_challenge_method: "" }, "invalid_request"],
    ["a short challenge", { code_challenge: "abc" }, "invalid_request"],
    ["a challenge with padding", { code_challenge: `${"a".repeat(42)}=` }, "invalid_request"],
    ["no state", { state: "" }, "invalid_request"],
    ["a long state", { state: "s".repeat(257) }, "invalid_request"],
    ["no response type", { response_type: "" }, "invalid_request"],
    ["the implicit flow", { response_type: "token" }, "unsupported_response_type"],
  ])("leads back to the app with an error: %s (threat 611)", async (_, changes, error) => {
    const service = await createService()
    const app = nativeApp(service.auth)
    const response = await app.open(await signedIn(service), changes)
    const state = "state" in changes ? (changes["state"] ?? "") : app.request.state
    expect(location(response).split("?")[0]).toBe(REDIRECT_URI)
    expect(readParams(response)).toMatchObject({ error, ...(state && { state }), iss: "https://app.test/auth" })
    expect(readParams(response)["code"]).toBeUndefined()
  })
})

describe("a code", () => {
  test.each<[string, Record<string, string>, string]>([
    ["without the verifier", { code_verifier: "" }, "invalid_grant"],
    ["with another verifier", { code_verifier: "a".repeat(43) }, "invalid_grant"],
    ["with a short verifier", { code_verifier: "a".repeat(42) }, "invalid_grant"],
    ["by another app", { client_id: "cli" }, "invalid_grant"],
    ["by an unknown app", { client_id: "other" }, "invalid_client"],
    ["by no app", { client_id: "" }, "invalid_client"],
    ["with the app's other address", { redirect_uri: CUSTOM }, "invalid_grant"],
    ["without the address", { redirect_uri: "" }, "invalid_grant"],
    ["as a refresh token", { grant_type: "refresh_token" }, "unsupported_grant_type"],
    ["without a grant type", { grant_type: "" }, "invalid_request"],
    ["that is empty", { code: "" }, "invalid_request"],
    ["that is made up", { code: "a.b.c.d.e" }, "invalid_grant"],
  ])("opens nothing %s, and stays usable by its app (threat 613)", async (_, changes, error) => {
    const service = await createService()
    const app = nativeApp(service.auth)
    const code = await app.code(await signedIn(service))
    const response = await app.exchange(code, changes)
    expect([response.status, await toTokens(response)]).toMatchObject([
      error === "invalid_client" ? 401 : 400,
      { error },
    ])
    expect((await toTokens(await app.exchange(code))).token_type).toBe("Bearer")
  })

  test("ends its session when it is used again (threat 612)", async () => {
    const service = await createService()
    const app = nativeApp(service.auth)
    const code = await app.code(await signedIn(service))
    const { access_token: token } = await toTokens(await app.exchange(code))
    expect(await app.user(token)).toBe("ada@example.com")
    expect(await toTokens(await app.exchange(code, { code_verifier: "a".repeat(43) }))).toMatchObject({
      error: "invalid_grant",
    })
    expect(await app.user(token)).toBe("ada@example.com") // a code without its verifier ends no session
    expect(await toTokens(await app.exchange(code))).toMatchObject({ error: "invalid_grant" })
    expect(await app.user(token)).toBeNull()
  })

  test("expires after 60 seconds (threat 614)", async () => {
    const time = { now: Date.UTC(2026, 0, 1) }
    const service = await createService({ clock: () => time.now })
    const app = nativeApp(service.auth)
    const browser = await signedIn(service)
    const [early, late] = [await app.code(browser), await app.code(browser)]
    time.now += 59_999
    expect((await toTokens(await app.exchange(early))).token_type).toBe("Bearer")
    time.now += 1
    expect(await toTokens(await app.exchange(late))).toMatchObject({ error: "invalid_grant" })
  })

  test("opens nothing at another site with the same secret and database (threat 615)", async () => {
    const service = await createService()
    const app = nativeApp(service.auth)
    const code = await app.code(await signedIn(service))
    const config = { providers: [], secret: "s".repeat(32), adapter: service.adapter, nativeApps, logger: QUIET }
    const other = createAuth(config, { env: { AUTH_URL: "https://preview.test/auth" } })
    const fields = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI, client_id: "phone" }
    const body = new URLSearchParams({ ...fields, code_verifier: app.verifier })
    const response = await other.handle(new Request("https://preview.test/auth/token", { method: "POST", body }))
    expect(await toTokens(response)).toMatchObject({ error: "invalid_grant" })
  })

  test.each<[string, (service: OAuthService, browser: Browser) => Promise<unknown>]>([
    ["signed out", async (_, browser) => browser.post("/signout", { csrfToken: await browser.csrfToken() })],
    ["was disabled", async (service) => service.auth.users.disable(await findUserId(service))],
    ["was signed out everywhere", async (service) => service.auth.users.revokeSessions(await findUserId(service))],
    ["was deleted", async (service) => service.adapter.deleteUser(await findUserId(service))],
  ])("opens nothing after its user %s (threat 616)", async (_, end) => {
    const service = await createService({ account: { administration: true, deletion: true } })
    const browser = await signedIn(service)
    const app = nativeApp(service.auth)
    const code = await app.code(browser)
    await end(service, browser)
    expect(await toTokens(await app.exchange(code))).toMatchObject({ error: "invalid_grant" })
  })

  test("opens nothing if its user is signed out everywhere while the app's session is stored (threat 616)", async () => {
    const adapter = MemoryAdapter()
    const state = { exchanges: false }
    const createSession: typeof adapter.createSession = async (session) => {
      if (state.exchanges) await adapter.deleteSessions(session.userId)
      return adapter.createSession(session)
    }
    const service = await createService({ adapter: { ...adapter, createSession } })
    const app = nativeApp(service.auth)
    const code = await app.code(await signedIn(service))
    state.exchanges = true
    expect(await toTokens(await app.exchange(code))).toMatchObject({ error: "invalid_grant" })
    expect(await adapter.listSessions((await adapter.getUserByEmail("ada@example.com"))?.id ?? "")).toEqual([])
  })

  test.each<[string, (service: OAuthService, browser: Browser) => Promise<unknown>]>([
    ["signed out", async (_, browser) => browser.post("/signout", { csrfToken: await browser.csrfToken() })],
    ["was disabled", async (service) => service.auth.users.disable(await findUserId(service))],
  ])("opens no sealed session after its user %s (threat 616)", async (_, end) => {
    const service = await createService({ session: { strategy: "jwt" }, account: { administration: true } })
    const browser = await signedIn(service)
    const app = nativeApp(service.auth)
    const code = await app.code(browser)
    await end(service, browser)
    expect(await toTokens(await app.exchange(code))).toMatchObject({ error: "invalid_grant" })
  })

  test("is still good after the database failed", async () => {
    const adapter = MemoryAdapter()
    const state = { fails: false }
    const createSession: typeof adapter.createSession = async (session) => {
      if (state.fails) throw new Error("no connection")
      return adapter.createSession(session)
    }
    const service = await createService({ adapter: { ...adapter, createSession } })
    const app = nativeApp(service.auth)
    const code = await app.code(await signedIn(service))
    state.fails = true
    const failed = await app.exchange(code)
    expect([failed.status, await toTokens(failed)]).toEqual([503, { error: "server_error" }])
    state.fails = false
    expect((await toTokens(await app.exchange(code))).token_type).toBe("Bearer")
  })
})

const QUIET = { error: () => undefined, warn: () => undefined, debug: () => undefined }

type Browser = Awaited<ReturnType<typeof signedIn>>

const findUserId = async ({ adapter }: OAuthService) => String((await adapter.getUserByEmail("ada@example.com"))?.id)

describe("a page or an app of someone else", () => {
  test("gets no code without the user's click, whatever it adds to the request (threat 617)", async () => {
    const service = await createService()
    const browser = await signedIn(service)
    const app = nativeApp(service.auth)
    for (const changes of [{}, { prompt: "none" }, { decision: "continue" }, { approval_prompt: "auto" }]) {
      const response = await app.open(browser, changes)
      expect([response.status, location(response)]).toEqual([200, ""])
      expect(response.headers.get("x-frame-options")).toBe("DENY")
      expect(await response.text()).toContain("Continue only if you just opened this page from phone.")
    }
    const response = await app.open(browser, { decision: "cancel" })
    expect(readParams(response)).toMatchObject({ error: "access_denied", state: app.request.state })
  })

  test("can't post the user's click (threat 617)", async () => {
    const service = await createService()
    const browser = await signedIn(service)
    const app = nativeApp(service.auth)
    const withoutToken = await browser.post("/authorize", app.request)
    expect(location(withoutToken)).toContain("MissingCSRF")
    const fields = { ...app.request, csrfToken: await browser.csrfToken() }
    const foreign = await browser.post("/authorize", fields, { origin: "https://evil.test" })
    expect([foreign.status, location(foreign)]).toEqual([403, ""])
    const signedOut = service.browser()
    const posted = await signedOut.post("/authorize", { ...app.request, csrfToken: await signedOut.csrfToken() })
    expect(new URL(location(posted)).pathname).toBe("/auth/signin")
  })

  test("lets the form lead to the app's own scheme only (threat 617)", async () => {
    const service = await createService()
    const browser = await signedIn(service)
    const readPolicy = async (id: string, redirectUri: string) =>
      (await nativeApp(service.auth, { id, redirectUri }).open(browser)).headers.get("content-security-policy")
    expect(await readPolicy("phone", REDIRECT_URI)).toContain("form-action 'self' https:;")
    expect(await readPolicy("phone", CUSTOM)).toContain("form-action 'self' https: com.example.acme:;")
    expect(await readPolicy("cli", "http://127.0.0.1:4000/signed-in")).toContain("'self' https: http://127.0.0.1:*;")
  })

  test.each([{ origin: "https://evil.test" }, { "sec-fetch-site": "cross-site" }, { origin: "null" }])(
    "can't exchange or revoke in a browser: %j (threat 618)",
    async (headers) => {
      const service = await createService()
      const app = nativeApp(service.auth)
      const browser = await signedIn(service)
      const code = await app.code(browser)
      expect((await app.exchange(code, {}, headers)).status).toBe(403)
      const { access_token: token = "" } = await toTokens(await app.exchange(code))
      expect((await app.revoke(token, headers)).status).toBe(403)
      expect(await app.user(token)).toBe("ada@example.com")
    },
  )

  test("signs nobody in or out by an exchange that carries a browser's cookies (threat 618)", async () => {
    const service = await createService()
    const app = nativeApp(service.auth)
    const code = await app.code(await signedIn(service))
    const eve = service.browser()
    await service.enter(eve, { sub: "eve", name: "Eve", email: "eve@example.com", email_verified: true })
    const response = await app.exchange(code, {}, { cookie: eve.cookieHeader() })
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []])
    expect(await (await eve.get("/session")).text()).toContain("eve@example.com")
    await app.revoke((await toTokens(response)).access_token ?? "", { cookie: eve.cookieHeader() })
    expect(await (await eve.get("/session")).text()).toContain("eve@example.com")
  })

  test("can't use a session that it reads as a code, or a code as a session (threat 613)", async () => {
    const service = await createService({ session: { strategy: "jwt" } })
    const browser = await signedIn(service)
    const app = nativeApp(service.auth)
    const code = await app.code(browser)
    expect(await app.user(code)).toBeNull()
    const cookie = browser.cookie("__Host-latchkit.session-token")?.value ?? ""
    expect(await toTokens(await app.exchange(cookie))).toMatchObject({ error: "invalid_grant" })
    const forged = cookieClient(service.auth, new Map([["__Host-latchkit.session-token", { value: code }]]))
    expect(await (await forged.get("/session")).json()).toBeNull()
  })

  test("learns nothing about the cause in production", async () => {
    const service = await createService()
    const response = await nativeApp(service.auth).open(service.browser(), { client_id: "other" })
    expect([response.status, service.logged()]).toEqual([400, ""])
    expect(await response.text()).not.toContain("nativeApps")
  })
})
