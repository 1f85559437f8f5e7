// The modules of the OpenID Foundation's conformance suite for relying parties, against a provider that misbehaves.
import { SignJWT, type JWTPayload } from "jose"
import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import type { OIDCConfig } from "../../providers/types.ts"
import { errorParam, oauthService, signedInName, type Browser, type OAuthService } from "../oauth-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { MODULES } from "./fixtures/relying-party-modules.ts"
import { renderModules, rotateKey, type Module, type Plan, type SetUp } from "./fixtures/relying-party.ts"

const PERSON = { sub: "ada", name: "Ada", email: "ada@example.com", email_verified: true }
const FORM_POST = { authorization: { params: { response_mode: "form_post", scope: "openid email" } } }
const EVENT = "http://schemas.openid.net/event/backchannel-logout"
const testName = ({ name }: Module) => `oidcc-client-test${name}`
const rows = <Kind extends Module["is"]["kind"]>(kind: Kind, plan?: Plan) =>
  MODULES.filter(({ is, plans }) => is.kind === kind && (plan === undefined || plans.includes(plan))).map(
    (module) => [testName(module), module.is as Extract<Module["is"], { kind: Kind }>] as const,
  )

/** Creates a service whose provider misbehaves as `setUp` says. */
async function serviceFor(setUp?: SetUp, provider: Partial<OIDCConfig> = {}): Promise<OAuthService> {
  const options: Partial<OIDCConfig> = { ...provider }
  const service = await oauthService({}, options)
  const needed = await setUp?.(service)
  if (!needed) return service
  const again = await oauthService({}, { ...options, ...needed })
  await setUp?.(again)
  return again
}

/** Posts the provider's response as a browser does: from another site, without cookies that are SameSite=Lax. */
async function enterByFormPost(service: OAuthService, browser: Browser, more: Record<string, string> = {}) {
  const { searchParams } = new URL(await service.start(browser, PERSON), "https://app.test")
  const fields = { ...Object.fromEntries(searchParams), ...more }
  const sent = new Map([...browser.jar].filter(([, { sameSite }]) => sameSite === "none"))
  const headers = { origin: service.issuer.issuer, "sec-fetch-site": "cross-site" }
  const posted = await cookieClient(service.auth, sent).post("/callback/acme", fields, headers)
  return browser.get(posted.headers.get("location") ?? "")
}

describe.each([
  ["Basic", {}, (service: OAuthService, browser: Browser) => service.enter(browser, PERSON)],
  ["Form Post", FORM_POST, enterByFormPost],
] as const)("%s", (plan, provider, enter) => {
  test.each(rows("sign-in", plan))("%s", async (_, { succeeds, setUp }) => {
    const service = await serviceFor(setUp, provider)
    const browser = service.browser()
    await enter(service, browser)
    expect(await signedInName(browser)).toBe(succeeds ? PERSON.email : null)
    expect(service.logged() === "").toBe(succeeds)
  })
})

describe("Refresh", () => {
  test.each(rows("refresh"))("%s", async (_, { succeeds, claims = {} }) => {
    const time = { now: Date.now() }
    const service = await oauthService({ clock: () => time.now })
    const seconds = () => Math.floor(time.now / 1000)
    const fresh = () => ({
      iss: "https://issuer.test",
      aud: "client",
      sub: "ada",
      iat: seconds(),
      exp: seconds() + 600,
    })
    service.issuer.responses.token = (answer) => ({ ...answer, refresh_token: "refresh-0" })
    const browser = service.browser()
    await service.enter(browser, PERSON)
    service.issuer.responses.refresh = async () => ({
      ...{ access_token: "access-1", token_type: "Bearer", expires_in: 3600 },
      id_token: await service.issuer.sign({ ...fresh(), ...claims }),
    })
    time.now += 3600_000
    const refreshed = service.auth.getAccessToken({ headers: { cookie: browser.cookieHeader() } }, "acme")
    if (succeeds) expect((await refreshed).accessToken).toBe("access-1")
    else await expect(refreshed).rejects.toMatchObject({ type: "RefreshTokenError" })
  })
})

describe("Back-Channel", () => {
  test.each(rows("logout token"))("%s", async (_, { succeeds, make }) => {
    const service = await oauthService({}, { backchannelLogout: true })
    const browser = service.browser()
    await service.enter(browser, PERSON)
    const now = Math.floor(Date.now() / 1000)
    const claims: JWTPayload = {
      iss: "https://issuer.test",
      aud: "client",
      iat: now,
      exp: now + 120,
      jti: crypto.randomUUID(),
      sub: "ada",
      events: { [EVENT]: {} },
    }
    const body = new URLSearchParams({ logout_token: await make(service, claims) })
    const url = "https://app.test/auth/backchannel-logout/acme"
    const response = await service.auth.handle(new Request(url, { method: "POST", body }))
    expect(response.status).toBe(succeeds ? 200 : 400)
    expect(await signedInName(browser)).toBe(succeeds ? null : PERSON.email)
  })
})

const signsIn = async (service: OAuthService) => {
  const browser = service.browser()
  await service.enter(browser, PERSON)
  return (await signedInName(browser)) === PERSON.email
}
const requestsTo = ({ issuer }: OAuthService, path: string) => issuer.requests.filter(({ url }) => url.endsWith(path))

describe("modules that need more than one sign-in", () => {
  test("authenticates with HTTP Basic", async () => {
    const service = await oauthService()
    expect(await signsIn(service)).toBe(true)
    const [token] = requestsTo(service, "/token")
    expect(token?.headers.get("authorization")).toBe(`Basic ${btoa("client:secret")}`)
    expect(token?.body).not.toContain("secret")
  })

  test("sends the access token in the Authorization header", async () => {
    const service = await oauthService({}, { idToken: false })
    expect(await signsIn(service)).toBe(true)
    expect(requestsTo(service, "/userinfo")[0]?.headers.get("authorization")).toMatch(/^Bearer access-/)
  })

  test("reports an error that the provider posts", async () => {
    const service = await oauthService({}, FORM_POST)
    const browser = service.browser()
    const response = await enterByFormPost(service, browser, { code: "", error: "access_denied" })
    expect(errorParam(response)).toBe("OAuthCallbackError")
    expect(await signedInName(browser)).toBeNull()
  })

  test("reads the configuration and the keys", async () => {
    const service = await oauthService()
    service.issuer.responses.discovery = (document) => ({ ...document, jwks_uri: "https://issuer.test/jwks?v=2" })
    expect(await signsIn(service)).toBe(true)
    expect(requestsTo(service, "/.well-known/openid-configuration")).toHaveLength(1)
    expect(requestsTo(service, "/jwks?v=2")).toHaveLength(1)
  })

  test("rejects a configuration of another issuer", async () => {
    const service = await oauthService()
    service.issuer.responses.discovery = (document) => ({ ...document, issuer: "https://issuer.test/other" })
    const browser = service.browser()
    const response = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken() })
    expect(errorParam(response)).toBe("OAuthSignin")
    expect(service.issuer.requests.map(({ url }) => url)).toEqual([
      "https://issuer.test/.well-known/openid-configuration",
    ])
  })

  test("follows a change of keys", async () => {
    const time = { now: Date.now() }
    const service = await oauthService({ clock: () => time.now })
    expect(await signsIn(service)).toBe(true)
    await rotateKey(service.issuer, "two")
    time.now += 120_000
    expect(await signsIn(service)).toBe(true)
  })

  test("follows a change of keys during a sign-in", async () => {
    const time = { now: Date.now() }
    const service = await oauthService({ clock: () => time.now })
    expect(await signsIn(service)).toBe(true)
    time.now += 120_000
    const browser = service.browser()
    const callback = await service.start(browser, PERSON)
    await rotateKey(service.issuer, "two")
    await browser.get(callback)
    expect(await signedInName(browser)).toBe(PERSON.email)
  })

  test("verifies a signed userinfo response", async () => {
    const service = await oauthService({}, { idToken: false, client: { userinfo_signed_response_alg: "RS256" } })
    const { responses, sign } = service.issuer
    const signed = {
      right: await sign({ ...PERSON, iss: "https://issuer.test", aud: "client" }),
      wrong: await new SignJWT({ ...PERSON, iss: "https://issuer.test", aud: "client" })
        .setProtectedHeader({ alg: "HS256" })
        .sign(new Uint8Array(32)),
    }
    for (const [name, succeeds] of [
      ["right", true],
      ["wrong", false],
    ] as const) {
      responses.userinfo = () => new Response(signed[name], { headers: { "content-type": "application/jwt" } })
      expect(await signsIn(service), name).toBe(succeeds)
    }
  })

  test("starts a sign-in that the provider's site asks for", async () => {
    const service = await oauthService({}, { initiateLogin: true })
    const browser = service.browser()
    const started = await browser.get("/initiate-login/acme?iss=https%3A%2F%2Fissuer.test&target_link_uri=%2Freports")
    const callback = service.issuer.authorize(started.headers.get("location") ?? "", PERSON)
    const response = await browser.get(`/callback/acme?${callback}`)
    expect(response.headers.get("location")).toBe("https://app.test/reports")
    expect(await signedInName(browser)).toBe(PERSON.email)
  })
})

describe("RP-Initiated", () => {
  /** Signs out here and at the provider. Returns where its redirect leads. */
  async function signOut(state: (sent: string) => string) {
    const service = await oauthService({}, { endSession: true })
    const browser = service.browser()
    await service.enter(browser, PERSON)
    const here = await browser.post("/signout", { csrfToken: await browser.csrfToken(), callbackUrl: "/bye" })
    const url = new URL((await browser.get(here.headers.get("location") ?? "")).headers.get("location") ?? "")
    const back = await browser.get(`/signout/acme${state(url.searchParams.get("state") ?? "")}`)
    return { at: url, back: back.headers.get("location"), user: await signedInName(browser) }
  }

  test("signs out at the provider", async () => {
    const { at, back, user } = await signOut((state) => `?state=${state}`)
    expect(at.origin + at.pathname).toBe("https://issuer.test/logout")
    expect(at.searchParams.get("id_token_hint")).toMatch(/^ey/)
    expect([back, user]).toEqual(["https://app.test/bye", null])
  })

  test.each([
    ["another state", "?state=other"],
    ["no state", ""],
  ])("a redirect with %s goes to the site, and not to the callback URL", async (_, query) => {
    const { back, user } = await signOut(() => query)
    expect(back).not.toBe("https://app.test/bye")
    expect(user).toBeNull()
  })
})

test("each module that needs a test of its own has one", () => {
  const titles = readFileSync(new URL(import.meta.url), "utf8")
  for (const [, { title }] of rows("test")) expect(titles).toContain(title.replace(/with .* state/, "with %s"))
})

test("the page of specifications reports each module", async () => {
  await expect(renderModules(MODULES)).toMatchFileSnapshot("../../../stories/docs/relying-party.md")
})
