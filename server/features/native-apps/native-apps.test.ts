import * as oauth from "oauth4webapi"
import { describe, expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { AuthConfig } from "../../service/config.ts"
import { nativeApp, REDIRECT_URI, toTokens } from "../../test-kit/native-app.ts"
import { oauthService, signedInName, type OAuthService } from "../../test-kit/oauth-service.ts"

const ADA = { sub: "ada", name: "Ada", email: "ada@example.com", email_verified: true }
const CUSTOM = "com.example.acme:/signed-in"
const nativeApps = {
  phone: { name: "Acme for phones", redirectUris: [REDIRECT_URI, CUSTOM] },
  cli: { redirectUris: ["http://127.0.0.1/signed-in", "http://[::1]/signed-in"] },
}
const createService = (config: Partial<AuthConfig> = {}) => oauthService({ nativeApps, ...config })

async function signedIn(service: OAuthService, person = ADA) {
  const browser = service.browser()
  await service.enter(browser, person)
  return browser
}

const location = (response: Response) => response.headers.get("location") ?? ""

describe.each(["jwt", "database"] as const)("a native app with %s sessions", (strategy) => {
  const create = (config: Partial<AuthConfig> = {}) => createService({ session: { strategy }, ...config })

  test("signs in with the system's browser and gets a session of its own", async () => {
    const service = await create()
    const browser = service.browser()
    const app = nativeApp(service.auth)
    const asked = new URL(location(await app.open(browser)))
    expect(asked.pathname).toBe("/auth/signin")
    await service.enter(browser, ADA, { callbackUrl: asked.searchParams.get("callbackUrl") ?? "" })
    const page = await (await app.open(browser)).text()
    expect(page).toContain("Continue to Acme for phones?")
    expect(page).toContain("ada@example.com")
    const response = await app.exchange(await app.code(browser))
    expect([response.status, response.headers.get("cache-control"), response.headers.getSetCookie()]).toEqual([
      200,
      "private, no-cache, no-store, max-age=0",
      [],
    ])
    const { access_token: token, token_type: type, expires_in: expiresIn } = await toTokens(response)
    expect([type, expiresIn]).toEqual(["Bearer", 30 * 24 * 60 * 60])
    expect(await app.user(token)).toBe("ada@example.com")
    expect(await service.auth.getSession({ headers: { authorization: `Bearer ${token}` } })).not.toBeNull()
    // The browser's session is another one
    await browser.post("/signout", { csrfToken: await browser.csrfToken() })
    expect(await signedInName(browser)).toBeNull()
    expect(await app.user(token)).toBe("ada@example.com")
  })

  test("keeps the lifetime and the end of the browser's session", async () => {
    const time = { now: Date.UTC(2026, 0, 1) }
    const session = { strategy, maxAge: 3600, absoluteMaxAge: 7200 }
    const service = await create({ session, clock: () => time.now })
    const browser = await signedIn(service)
    time.now += 3500 * 1000
    await browser.get("/session")
    time.now += 3000 * 1000
    const app = nativeApp(service.auth)
    const { access_token: token, expires_in: expiresIn } = await toTokens(await app.exchange(await app.code(browser)))
    expect(expiresIn).toBe(700)
    time.now += 701 * 1000
    expect(await app.user(token)).toBeNull()
  })

  test("sets no cookie in a response to a token, which another user's token would lose against", async () => {
    const time = { now: Date.UTC(2026, 0, 1) }
    const service = await create({ session: { strategy, updateAge: 0 }, clock: () => time.now })
    const app = nativeApp(service.auth)
    const { access_token: token } = await toTokens(await app.exchange(await app.code(await signedIn(service))))
    time.now += 3600 * 1000
    const response = await service.browser().get("/session", { authorization: `Bearer ${token}` })
    expect([await response.text(), response.headers.getSetCookie()]).toEqual([
      expect.stringContaining("ada@example.com"),
      [],
    ])
  })

  test("is a client that `oauth4webapi` accepts", async () => {
    const service = await create()
    const browser = await signedIn(service)
    const issuer = "https://app.test/auth"
    const server = { issuer, token_endpoint: `${issuer}/token`, revocation_endpoint: `${issuer}/revoke` }
    const client = { client_id: "phone" }
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
    const parameters = {
      ...{ client_id: "phone", redirect_uri: CUSTOM, response_type: "code", state, code_challenge_method: "S256" },
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    }
    const csrfToken = await browser.csrfToken()
    const opened = new URL(location(await browser.post("/authorize", { ...parameters, csrfToken })))
    const validated = oauth.validateAuthResponse(server, client, opened, state)
    const options = {
      [oauth.customFetch]: (url: string, init: RequestInit) => service.auth.handle(new Request(url, init)),
    }
    const none = oauth.None()
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      none,
      validated,
      CUSTOM,
      verifier,
      options,
    )
    const { access_token: token } = await oauth.processAuthorizationCodeResponse(server, client, response)
    expect(await nativeApp(service.auth).user(token)).toBe("ada@example.com")
    const revoked = await oauth.revocationRequest(server, client, none, token, options)
    await oauth.processRevocationResponse(revoked)
  })

  test("gives a code to one of 20 parallel exchanges at most, and no token that still works (threat 612)", async () => {
    const service = await create()
    const app = nativeApp(service.auth)
    const code = await app.code(await signedIn(service))
    const responses = await Promise.all(Array.from({ length: 20 }, () => app.exchange(code)))
    const tokens = await Promise.all(responses.map(toTokens))
    const issued = tokens.flatMap(({ access_token: token }) => token ?? [])
    if (strategy === "jwt") expect(issued.length).toBeLessThanOrEqual(1)
    else expect(await Promise.all(issued.map((token) => app.user(token)))).toEqual(issued.map(() => null))
    expect(tokens.filter(({ error }) => error === "invalid_grant").length).toBeGreaterThanOrEqual(19)
  })
})

test("a sealed session of a native app has the claim `native_app`, and the browser's has none", async () => {
  const callbacks: AuthConfig["callbacks"] = {
    session: ({ session, token }) => ({ ...session, app: token?.["native_app"] ?? "browser" }),
  }
  const service = await createService({ session: { strategy: "jwt" }, callbacks })
  const browser = await signedIn(service)
  const app = nativeApp(service.auth)
  const { access_token: token } = await toTokens(await app.exchange(await app.code(browser)))
  const inApp = await service.browser().get("/session", { authorization: `Bearer ${token}` })
  expect([await inApp.json(), await (await browser.get("/session")).json()]).toMatchObject([
    { app: "phone" },
    { app: "browser" },
  ])
})

describe("a native app's session among the user's devices", () => {
  test("has the app's name and its client id, and can be revoked there (threat 619)", async () => {
    const service = await createService()
    const browser = await signedIn(service)
    const app = nativeApp(service.auth)
    const { access_token: token } = await toTokens(await app.exchange(await app.code(browser), {}, IPHONE_APP))
    const account = await readAccount(browser)
    const listed = account.sessions.find(({ nativeApp: id }) => id === "phone")
    expect(listed).toMatchObject({ current: false, device: { browser: "Acme for phones" }, userAgent: "Acme/1.0" })
    expect(account.sessions).toHaveLength(2)
    const fields = { csrfToken: await browser.csrfToken(), change: "revoke-session", id: listed?.id ?? "" }
    await browser.postJson("/account", fields)
    expect([await app.user(token), await signedInName(browser)]).toEqual([null, "ada@example.com"])
  })

  test("ends when the app revokes its token, and says nothing about another token", async () => {
    const ended: unknown[] = []
    const service = await createService({ events: { signOut: (message) => void ended.push(message) } })
    const app = nativeApp(service.auth)
    const browser = await signedIn(service)
    const { access_token: token = "" } = await toTokens(await app.exchange(await app.code(browser)))
    const responses = [await app.revoke(token), await app.revoke(token), await app.revoke("a".repeat(43))]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([await app.user(token), await signedInName(browser), ended.length]).toEqual([null, "ada@example.com", 1])
  })

  test("emits a security event with the user", async () => {
    const seen: unknown[] = []
    const service = await createService({ events: { security: (event) => void seen.push(event) } })
    const app = nativeApp(service.auth)
    const code = await app.code(await signedIn(service))
    seen.length = 0
    await app.exchange(code)
    expect(seen).toMatchObject([{ type: "signedIn", method: "native-app", route: "POST token" }])
    await app.exchange(code)
    expect(seen.slice(1)).toMatchObject([
      { type: "sessionRevoked", method: "one" },
      { type: "signInFailed", error: "invalid_grant" },
    ])
  })
})

const IPHONE_APP = { "user-agent": "Acme/1.0" }

interface ListedAccount {
  sessions: { id: string; current: boolean; nativeApp?: string; device: { browser: string }; userAgent: string }[]
}

async function readAccount(browser: Awaited<ReturnType<typeof signedIn>>): Promise<ListedAccount> {
  const response = await browser.get("/account", { accept: "application/json" })
  return (await response.json()) as ListedAccount // the shape of the response
}

describe("an app without `nativeApps`", () => {
  test.each(["GET /authorize", "POST /token", "POST /revoke"])("has no %s", async (route) => {
    const service = await oauthService()
    const [method = "", path = ""] = route.split(" ")
    const response = await service
      .browser()
      .send(path, { method, ...(method === "POST" && { body: new URLSearchParams() }) })
    expect(response.status).toBe(404)
    const token = { headers: { authorization: "Bearer x".padEnd(50, "x") } }
    expect(await service.auth.getSession(token)).toBeNull()
  })
})

describe("the configuration of a native app", () => {
  test.each<[string, AuthConfig["nativeApps"], string]>([
    ["a scheme without a period", { a: { redirectUris: ["acme:/signed-in"] } }, "Use a scheme with a period"],
    ["http on another host", { a: { redirectUris: ["http://app.test/x"] } }, "Use https"],
    ["localhost", { a: { redirectUris: ["http://localhost/x"] } }, "http://127.0.0.1"],
    ["a port", { a: { redirectUris: ["http://127.0.0.1:8080/x"] } }, "Leave out the port"],
    ["a fragment", { a: { redirectUris: ["https://app.test/x#y"] } }, "without a fragment"],
    ["a user name", { a: { redirectUris: ["https://a@app.test/x"] } }, "without a fragment and a user name"],
    ["a script", { a: { redirectUris: ["javascript:alert(1)"] } }, "Use a scheme with a period"],
    ["no address", { a: { redirectUris: [] } }, "List at least one"],
    ["an invalid id", { "a b": { redirectUris: [REDIRECT_URI] } }, "isn't a client id"],
    ["a long name", { a: { name: "a".repeat(33), redirectUris: [REDIRECT_URI] } }, "Set 1 to 32 characters"],
  ])("rejects %s (threat 609)", async (_, nativeApps, message) => {
    const service = await oauthService({ nativeApps })
    const response = await service.browser().get("/authorize")
    expect([response.status, service.logged()]).toEqual([500, expect.stringContaining(message)])
  })

  test("needs bearer tokens, and account records for stored sessions", async () => {
    const withoutBearer = await createService({ session: { bearer: false } })
    await withoutBearer.browser().get("/session")
    expect(withoutBearer.logged()).toContain("`session.bearer` is false")
    const { createAccountRecord: _, ...adapter } = MemoryAdapter()
    const withoutRecords = await createService({ adapter, account: { changeEmail: false } })
    await withoutRecords.browser().get("/session")
    expect(withoutRecords.logged()).toContain("needs an adapter with account records")
  })
})
