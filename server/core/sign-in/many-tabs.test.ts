import { beforeEach, describe, expect, test } from "vitest"
import { createAuth } from "../../service/auth.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { OIDCConfig } from "../../providers/types.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"

const SESSION = "__Host-latchkit.session-token"
const ada = { sub: "ada", name: "Ada", email: "ada@example.com" }
const eve = { sub: "eve", name: "Eve", email: "eve@example.com" }
const world = { issuer: await fakeIssuer(), now: Date.now() }
beforeEach(async () => {
  Object.assign(world, { issuer: await fakeIssuer(), now: Date.now() })
})

function createService(provider: Partial<OIDCConfig> = {}, config: Partial<AuthConfig> = {}) {
  const { issuer, clientId } = world.issuer
  const acme: OIDCConfig = { id: "acme", name: "Acme", type: "oidc", issuer, clientId, clientSecret: "secret" }
  const providers = [{ ...acme, checks: ["pkce", "nonce"], ...provider } satisfies OIDCConfig]
  const logger = { error: () => undefined, warn: () => undefined, debug: () => undefined }
  return createAuth(
    { providers, secret: "s".repeat(32), fetch: world.issuer.fetch, logger, clock: () => world.now, ...config },
    { env: { AUTH_URL: "https://app.test/auth", NODE_ENV: "production" } },
  )
}

type Browser = ReturnType<typeof cookieClient>

const location = (response: Response) => response.headers.get("location") ?? ""
const start = async (browser: Browser, callbackUrl = "/", fields = {}) =>
  location(await browser.post("/signin/acme", { csrfToken: await browser.csrfToken(), callbackUrl, ...fields }))
const finish = async (browser: Browser, url: string, person = ada) =>
  location(await browser.get(`/callback/acme?${world.issuer.authorize(url, person)}`))
const signedIn = async (browser: Browser): Promise<string | undefined> =>
  (await (await browser.get("/session")).json())?.user?.name
const flowCookies = (browser: Browser) =>
  [...browser.jar.keys()].filter((name) => /\.(state|nonce|code_verifier)\./.test(name))
const loseFlows = (browser: Browser) => {
  for (const name of flowCookies(browser)) browser.jar.delete(name)
}

const SERVICES: [string, () => ReturnType<typeof createService>][] = [
  ["sealed sessions without an adapter", () => createService()],
  ["sealed sessions", () => createService({}, { adapter: MemoryAdapter(), session: { strategy: "jwt" } })],
  ["stored sessions", () => createService({}, { adapter: MemoryAdapter(), session: { strategy: "database" } })],
]

describe.each(SERVICES)("sign-ins of one user in several tabs, with %s", (_, create) => {
  test("all end at their pages", async () => {
    const browser = cookieClient(create())
    const tabs = [await start(browser, "/one"), await start(browser, "/two"), await start(browser, "/three")]
    expect(await finish(browser, tabs[1] ?? "")).toBe("https://app.test/two")
    const session = browser.cookie(SESSION)?.value
    expect(await finish(browser, tabs[0] ?? "")).toBe("https://app.test/one")
    expect(await finish(browser, tabs[2] ?? "")).toBe("https://app.test/three")
    expect([await signedIn(browser), browser.cookie(SESSION)?.value]).toEqual(["Ada", session])
    expect(flowCookies(browser)).toEqual([])
  })

  test("all end at their pages if a new browser starts them at once", async () => {
    const browser = cookieClient(create())
    const csrfToken = await browser.csrfToken()
    const pages = ["/one", "/two", "/three"]
    const started = await Promise.all(
      pages.map((callbackUrl) => browser.post("/signin/acme", { csrfToken, callbackUrl })),
    )
    for (const [tab, response] of started.entries())
      expect(await finish(browser, location(response))).toBe(`https://app.test${pages[tab]}`)
  })

  test("end with an error if another user has signed in (threat 117)", async () => {
    const browser = cookieClient(create())
    const [one, two] = [await start(browser, "/one"), await start(browser, "/two")]
    await finish(browser, one)
    expect(await finish(browser, two, eve)).toContain("error=OAuthCallbackError")
    expect(await signedIn(browser)).toBe("Ada")
  })

  test("sign in again if the session has ended meanwhile, and nobody else (threat 117)", async () => {
    const browser = cookieClient(create())
    await finish(browser, await start(browser))
    const [one, two] = [await start(browser, "/one"), await start(browser, "/two")]
    await browser.post("/signout", { csrfToken: await browser.csrfToken() })
    expect(await finish(browser, one, eve)).toContain("error=OAuthCallbackError")
    expect(await signedIn(browser)).toBeUndefined()
    expect(await finish(browser, two)).toBe("https://app.test/two")
    expect(await signedIn(browser)).toBe("Ada")
  })
})

test("keeps four sign-ins at an OpenID provider open, with a page and an issuer of usual length", async () => {
  world.issuer = await fakeIssuer({ issuer: "https://login.example.com/3f2c8a52-77aa-4c22-9a1e-0c8ad2d9ad11/v2.0" })
  const browser = cookieClient(createService())
  const page = (tab: number) => `/projects/latchkit/boards/${tab}?tab=members`
  const tabs = [
    await start(browser, page(0)),
    await start(browser, page(1)),
    await start(browser, page(2)),
    await start(browser, page(3)),
  ]
  for (const [tab, url] of tabs.entries()) expect(await finish(browser, url)).toBe(`https://app.test${page(tab)}`)
})

describe("a response that no sign-in waits for", () => {
  const RESPONSES: [string, (browser: Browser, used: string) => string | Promise<string>][] = [
    ["that was used", (_, used) => used],
    ["with an error", (_, used) => used.replace(/code=[^&]*/, "error=access_denied")],
    ["without `state`", () => "code=x"],
    ["with an unknown `state`", () => "code=x&state=y"],
    ["of another browser", async () => String(world.issuer.authorize(await start(cookieClient(createService())), eve))],
  ]

  test.each(RESPONSES)("leads a signed-in user to their page: one %s (threat 112)", async (_, response) => {
    const browser = cookieClient(createService())
    const used = String(world.issuer.authorize(await start(browser, "/deep"), ada))
    await browser.get(`/callback/acme?${used}`)
    world.issuer.requests.length = 0
    const session = browser.cookie(SESSION)?.value
    const answer = await response(browser, used)
    world.issuer.requests.length = 0
    expect(location(await browser.get(`/callback/acme?${answer}&callbackUrl=https://evil.test/`))).toMatch(
      /^https:\/\/app\.test\/(?:deep)?$/,
    )
    expect([browser.cookie(SESSION)?.value, world.issuer.requests]).toEqual([session, []])
  })

  test.each(RESPONSES)("is rejected while nobody is signed in: one %s (threat 112)", async (_, response) => {
    const browser = cookieClient(createService())
    const used = String(world.issuer.authorize(await start(browser, "/deep"), ada))
    await browser.get(`/callback/acme?${used}`)
    await browser.post("/signout", { csrfToken: await browser.csrfToken() })
    const answer = await response(browser, used)
    expect(location(await browser.get(`/callback/acme?${answer}`))).toContain("error=OAuthCallbackError")
    expect(await signedIn(browser)).toBeUndefined()
  })

  test("leads a signed-in user on too if the provider posted it", async () => {
    const service = createService({ authorization: { params: { response_mode: "form_post", scope: "openid" } } })
    const browser = cookieClient(service)
    const fields = Object.fromEntries(world.issuer.authorize(await start(browser, "/deep"), ada))
    const to = location(await cookieClient(service).post("/callback/acme", fields))
    expect(location(await browser.get(to))).toBe("https://app.test/deep")
    expect(location(await browser.get(to))).toBe("https://app.test/deep")
    world.now += 120_000
    expect(location(await browser.get(to))).toBe("https://app.test/deep")
  })
})

describe("a sign-in whose cookies are lost", () => {
  const LOSSES: [string, (browser: Browser) => Promise<Browser>][] = [
    [
      "more tabs",
      async (browser) => {
        for (let count = 0; count < 5; count++) await start(browser, "/later")
        return browser
      },
    ],
    [
      "a deploy with a new secret",
      (browser) => Promise.resolve(cookieClient(createService({}, { secret: "n".repeat(32) }), browser.jar)),
    ],
  ]

  test.each(LOSSES)("asks the provider once more after %s", async (_, lose) => {
    const first = cookieClient(createService())
    const url = await start(first, "/page")
    const browser = await lose(first)
    const again = await finish(browser, url)
    expect(again).toContain("https://issuer.test/authorize?")
    expect(await signedIn(browser)).toBeUndefined()
    expect(await finish(browser, again)).toMatch(/^https:\/\/app\.test\/(?:page|later)$/)
    expect(await signedIn(browser)).toBe("Ada")
  })

  test("doesn't start again a second time", async () => {
    const browser = cookieClient(createService())
    const url = await start(browser)
    loseFlows(browser)
    const answer = String(world.issuer.authorize(url, ada))
    const again = location(await browser.get(`/callback/acme?${answer}`))
    expect(again).toContain("https://issuer.test/authorize?")
    expect(location(await browser.get(`/callback/acme?${answer}`))).toContain("error=OAuthCallbackError")
    loseFlows(browser)
    expect(await finish(browser, again)).toContain("error=OAuthCallbackError")
  })

  test("starts again behind a redirect proxy", async () => {
    const redirectProxyUrl = "https://proxy.test/auth"
    const browser = cookieClient(createService({ redirectProxyUrl }))
    const url = await start(browser, "/page")
    loseFlows(browser)
    const again = await finish(browser, url)
    expect(again).toContain("https://issuer.test/authorize?")
    expect(await finish(browser, again)).toBe("https://app.test/page")
  })

  test("keeps the user's choice to stay signed in", async () => {
    const browser = cookieClient(createService({}, { session: { remember: { checked: true } } }))
    const url = await start(browser, "/", { asked: "remember" })
    loseFlows(browser)
    await finish(browser, await finish(browser, url))
    expect(await signedIn(browser)).toBe("Ada")
    expect(browser.cookie(SESSION)).not.toHaveProperty("maxAge")
  })

  const REJECTED: [string, (browser: Browser, url: string) => string | Promise<string>][] = [
    ["another browser's", () => start(cookieClient(createService()))],
    [
      "one with a changed signature",
      (_, url) => url.replace(/state=(.)/, (__, first) => `state=${first === "x" ? "y" : "x"}`),
    ],
    ["an expired one", (_, url) => ((world.now += 15 * 60_000), url)],
    [
      "one that a signed-in user began",
      async (browser) => {
        await finish(browser, await start(browser))
        const begun = await start(browser)
        await browser.post("/signout", { csrfToken: await browser.csrfToken() })
        return begun
      },
    ],
    ["one of a browser that lost all cookies", (browser, url) => (browser.jar.clear(), url)],
  ]

  test.each(REJECTED)("is rejected if the `state` is %s (threat 112)", async (_, prepare) => {
    const browser = cookieClient(createService())
    const url = await prepare(browser, await start(browser))
    loseFlows(browser)
    expect(await finish(browser, url, eve)).toContain("error=OAuthCallbackError")
    expect(await signedIn(browser)).toBeUndefined()
  })

  test("is rejected if the user cancelled it", async () => {
    const browser = cookieClient(createService())
    const state = new URL(await start(browser)).searchParams.get("state") ?? ""
    loseFlows(browser)
    const response = await browser.get(`/callback/acme?${new URLSearchParams({ error: "access_denied", state })}`)
    expect(location(response)).toContain("error=OAuthCallbackError")
  })

  test("is rejected at another provider (threat 63)", async () => {
    const { issuer, clientId } = world.issuer
    const acme: OIDCConfig = { id: "acme", name: "Acme", type: "oidc", issuer, clientId }
    const browser = cookieClient(createService({}, { providers: [acme, { ...acme, id: "other", name: "Other" }] }))
    const url = await start(browser)
    loseFlows(browser)
    const response = await browser.get(`/callback/other?${world.issuer.authorize(url, ada)}`)
    expect(location(response)).toContain("error=OAuthCallbackError")
  })
})
