import { describe, expect, test } from "vitest"
import type { AuthConfig } from "../../service/config.ts"
import type { OIDCConfig } from "../../providers/types.ts"
import { oauthService, signedInName, type Browser } from "../../test-kit/oauth-service.ts"

const ISSUER = "https://issuer.test"
const PERSON = { sub: "ada", name: "Ada", email: "ada@example.com", email_verified: true }
const EVE = { sub: "eve", name: "Eve", email: "eve@example.com", email_verified: true }
const NAVIGATION = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }

const createService = (provider: Partial<OIDCConfig> = {}, config: Partial<AuthConfig> = {}) =>
  oauthService(config, { initiateLogin: true, ...provider })
const location = (response: Response) => response.headers.get("location") ?? ""
const initiate = (browser: Browser, params: Record<string, string>, headers: HeadersInit = NAVIGATION) =>
  browser.get(`/initiate-login/acme?${new URLSearchParams(params)}`, headers)

describe("a sign-in that the provider's site starts", () => {
  test("goes to the provider with the login hint, and ends at the target", async () => {
    const service = await createService()
    const browser = service.browser()
    const params = { iss: ISSUER, login_hint: "ada", target_link_uri: "https://app.test/reports" }
    const started = new URL(location(await initiate(browser, params)))
    expect(started.origin + started.pathname).toBe(`${ISSUER}/authorize`)
    expect(started.searchParams.get("login_hint")).toBe("ada")
    expect(started.searchParams.get("iss")).toBeNull()
    const response = await browser.get(`/callback/acme?${service.issuer.authorize(started.href, PERSON)}`)
    expect(location(response)).toBe("https://app.test/reports")
    expect(await signedInName(browser)).toBe(PERSON.email)
  })

  test("may be a form", async () => {
    const { browser: open } = await createService()
    const browser = open()
    const headers = { origin: ISSUER, "sec-fetch-site": "cross-site" }
    const posted = await browser.post("/initiate-login/acme", { iss: ISSUER, login_hint: "ada", other: "x" }, headers)
    expect([posted.status, location(posted)]).toEqual([
      303,
      "https://app.test/auth/initiate-login/acme?iss=https%3A%2F%2Fissuer.test&login_hint=ada",
    ])
    expect(posted.headers.getSetCookie()).toEqual([])
    expect(location(await browser.get(location(posted), NAVIGATION))).toContain("login_hint=ada")
  })

  test("leads a signed-in user to the target, and changes neither the user nor their accounts (threat 537)", async () => {
    const service = await createService()
    const browser = service.browser()
    await service.enter(browser, EVE)
    const response = await initiate(browser, { iss: ISSUER, target_link_uri: "/reports" })
    expect(location(response)).toBe("https://app.test/reports")
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await signedInName(browser)).toBe(EVE.email)
  })
})

describe("rejects a foreign start of a sign-in (threat 537)", () => {
  test.each<[string, Record<string, string>]>([
    ["without an issuer", {}],
    ["of another issuer", { iss: "https://evil.test" }],
    ["of the issuer with a slash", { iss: `${ISSUER}/` }],
    ["with an overlong target", { iss: ISSUER, target_link_uri: `/${"a".repeat(2100)}` }],
  ])("%s", async (_, params) => {
    const { browser } = await createService()
    const response = await initiate(browser(), params)
    expect([response.status, response.headers.getSetCookie()]).toEqual([400, []])
  })

  test("with a repeated parameter", async () => {
    const { browser } = await createService()
    const url = `/initiate-login/acme?iss=${ISSUER}&iss=https://evil.test`
    expect((await browser().get(url, NAVIGATION)).status).toBe(400)
  })

  test.each(["iframe", "image", "empty", "script"])("by a request of the kind %s", async (destination) => {
    const { browser } = await createService()
    const response = await initiate(browser(), { iss: ISSUER }, { ...NAVIGATION, "sec-fetch-dest": destination })
    expect([response.status, response.headers.getSetCookie()]).toEqual([400, []])
  })

  test.each(["https://evil.test/", "//evil.test", "javascript:alert(1)"])("to %s", async (target) => {
    const service = await createService()
    const browser = service.browser()
    const started = location(await initiate(browser, { iss: ISSUER, target_link_uri: target }))
    const response = await browser.get(`/callback/acme?${service.issuer.authorize(started, PERSON)}`)
    expect(location(response)).toBe("https://app.test/")
  })

  test("with parameters of the authorization request", async () => {
    const { browser } = await createService()
    const started = location(
      await initiate(browser(), { iss: ISSUER, scope: "admin", redirect_uri: "https://evil.test" }),
    )
    expect(new URL(started).searchParams.get("scope")).not.toContain("admin")
    expect(new URL(started).searchParams.get("redirect_uri")).toBe("https://app.test/auth/callback/acme")
  })

  test("by HEAD, and without the option", async () => {
    const { browser } = await createService()
    expect((await browser().send(`/initiate-login/acme?iss=${ISSUER}`, { method: "HEAD" })).status).toBe(405)
    const off = await oauthService()
    expect((await initiate(off.browser(), { iss: ISSUER })).status).toBe(404)
  })
})

test.each<[string, Partial<OIDCConfig>]>([
  ["which only OpenID Connect providers support", { type: "oauth" as "oidc" }],
  ["no `issuer`", { issuer: undefined }],
])("the configuration is rejected if the provider has `initiateLogin`, but %s", async (problem, provider) => {
  const service = await createService({
    authorization: `${ISSUER}/authorize`,
    token: `${ISSUER}/token`,
    userinfo: `${ISSUER}/userinfo`,
    ...provider,
  })
  await service.browser().get("/session")
  expect(service.logged()).toContain(problem)
})
