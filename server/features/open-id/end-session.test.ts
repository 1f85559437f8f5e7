import { describe, expect, test, vi } from "vitest"
import type { AuthConfig } from "../../service/config.ts"
import { createAuth } from "../../service/auth.ts"
import type { OIDCConfig } from "../../providers/types.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { ACME, oauthService, signedInName, type Browser, type OAuthService } from "../../test-kit/oauth-service.ts"
import { ADA as PASSWORD, passwordConfig } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const ENV = { AUTH_URL: "https://app.test/auth" }
const PERSON = { sub: "ada", name: "Ada", email: "ada@example.com", email_verified: true }
const END_SESSION_URL = "https://app.test/auth/signout/acme"
const [OPENED_BY, LEAVING] = ["__Host-latchkit.opened-by", "__Host-latchkit.leaving"]

const redirectTarget = (answer: Response) => answer.headers.get("location") ?? ""
const createService = (provider: Partial<OIDCConfig> = {}, config: Partial<AuthConfig> = {}) =>
  oauthService(config, { endSession: true, ...provider })

async function signInAda({ browser, enter }: OAuthService): Promise<Browser> {
  const ada = browser()
  await enter(ada, PERSON)
  expect(await signedInName(ada)).toBe("ada@example.com")
  return ada
}

async function signOut(ada: Browser, fields: Record<string, string> = {}, headers: HeadersInit = {}) {
  return ada.post("/signout", { csrfToken: await ada.csrfToken(), ...fields }, headers)
}

/** Signs out here, and returns the provider's end-session URL. */
async function signOutAtProvider(ada: Browser, fields: Record<string, string> = {}): Promise<URL> {
  expect(redirectTarget(await signOut(ada, fields))).toBe(END_SESSION_URL)
  return new URL(redirectTarget(await ada.get(END_SESSION_URL)))
}

test("rejects HEAD on the way to the provider and back, and changes nothing", async () => {
  const ada = await signInAda(await createService())
  const url = await signOutAtProvider(ada)
  const back = `${END_SESSION_URL}?state=${url.searchParams.get("state")}`
  for (const address of [END_SESSION_URL, back]) expect((await ada.send(address, { method: "HEAD" })).status).toBe(405)
  expect(ada.jar.has(LEAVING)).toBe(true)
})

describe.each(["jwt", "database"] as const)("with %s sessions", (strategy) => {
  const config = { session: { strategy } }

  test("signing out ends the session here first, then the provider's, and returns to the callback URL", async () => {
    const told = vi.fn()
    const service = await createService({}, { ...config, events: { signOut: told } })
    const ada = await signInAda(service)
    const idToken = (await service.adapter.getAccount("ada", "acme"))?.id_token
    expect(idToken).toMatch(/^ey/)
    const answer = await signOut(ada, { callbackUrl: "/bye?now=1" })
    expect(redirectTarget(answer)).toBe(END_SESSION_URL)
    expect(await signedInName(ada)).toBeNull()
    expect(told).toHaveBeenCalledTimes(1)
    const url = new URL(redirectTarget(await ada.get(END_SESSION_URL)))
    expect(url.origin + url.pathname).toBe("https://issuer.test/logout")
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "client",
      post_logout_redirect_uri: END_SESSION_URL,
      state: expect.stringMatching(/^.{22,}$/),
      id_token_hint: idToken,
    })
    const back = await ada.get(`${END_SESSION_URL}?state=${url.searchParams.get("state")}`)
    expect(redirectTarget(back)).toBe("https://app.test/bye?now=1")
    expect([...ada.jar.keys()].filter((name) => name === OPENED_BY || name === LEAVING)).toEqual([])
  })

  test("a fetch and the helper get a URL of this site, without a token", async () => {
    const service = await createService({}, config)
    const ada = await signInAda(service)
    const json = await signOut(ada, { callbackUrl: "/bye" }, { "x-auth-return-redirect": "1" })
    expect(await json.json()).toEqual({ url: END_SESSION_URL })
    const grace = await signInAda(service)
    const headers = { cookie: grace.cookieHeader() }
    const { url, cookies } = await service.auth.signOut({ headers }, { redirectTo: "/bye" })
    expect(url).toBe(END_SESSION_URL)
    expect(cookies.join("\n")).toContain(`${LEAVING}=`)
  })

  test("only signs out here if another provider opened the session, or if it is older than the option", async () => {
    const service = await createService({}, config)
    const ada = await signInAda(service)
    ada.jar.delete(OPENED_BY)
    expect(redirectTarget(await signOut(ada, { callbackUrl: "/bye" }))).toBe("https://app.test/bye")
    expect(await signedInName(ada)).toBeNull()
  })

  test("a mark of another session, of another purpose, or a changed one leads to no provider (threat 45)", async () => {
    const service = await createService({}, config)
    const [ada, eve] = [await signInAda(service), await signInAda(service)]
    const mark = (browser: Browser) => browser.cookie(OPENED_BY)?.value ?? ""
    const forged = [mark(eve), mark(ada), mark(ada).slice(0, -2), "acme", '{"provider":"acme"}']
    await signOut(eve)
    for (const value of [...forged, eve.cookie(LEAVING)?.value ?? ""]) {
      expect(value).not.toBe("")
      const again = await signInAda(service)
      again.jar.set(OPENED_BY, { value })
      expect(redirectTarget(await signOut(again, { callbackUrl: "/bye" }))).toBe("https://app.test/bye")
      expect(await signedInName(again)).toBeNull()
    }
  })
})

test("sends only the client id without an adapter", async () => {
  const { browser, issuer, ...service } = await createService({}, { adapter: undefined, session: { strategy: "jwt" } })
  const url = await signOutAtProvider(await signInAda({ browser, issuer, ...service }))
  expect([...url.searchParams.keys()]).toEqual(["client_id", "post_logout_redirect_uri", "state"])
})

test("uses the configured URL with its query, and loads no discovery document", async () => {
  const service = await createService({ endSession: "https://issuer.test/bye?brand=a+b" })
  const ada = await signInAda(service)
  service.issuer.requests.length = 0
  const url = await signOutAtProvider(ada)
  expect(url.href).toMatch(/^https:\/\/issuer\.test\/bye\?brand=a%20b&client_id=client&/)
  expect(service.issuer.requests).toEqual([])
})

test("omits the hint if it can't be read, belongs to another account or is too long for a URL", async () => {
  const service = await createService()
  const ada = await signInAda(service)
  vi.spyOn(service.adapter, "getAccount").mockRejectedValueOnce(new Error("The database is away"))
  expect((await signOutAtProvider(ada)).searchParams.has("id_token_hint")).toBe(false)
  expect(service.logged()).toContain("AdapterError")
  const someoneElses = {
    provider: "acme",
    providerAccountId: "ADA",
    userId: "2",
    type: "oidc",
    id_token: "theirs",
  } as const
  const again = await signInAda(service) // reads the account itself
  vi.spyOn(service.adapter, "getAccount").mockResolvedValueOnce(someoneElses)
  expect((await signOutAtProvider(again)).searchParams.has("id_token_hint")).toBe(false)
  service.issuer.responses.claims = (claims) => ({ ...claims, groups: "g".repeat(6000) })
  expect((await signOutAtProvider(await signInAda(service))).searchParams.has("id_token_hint")).toBe(false)
})

describe("if the provider has no usable end-session endpoint", () => {
  const ENDPOINTS = {
    authorization: "https://issuer.test/authorize",
    token: "https://issuer.test/token",
    jwks_endpoint: "https://issuer.test/jwks",
  }
  const discoveries: [string, (document: Record<string, unknown>) => unknown][] = [
    ["the metadata has no endpoint", ({ end_session_endpoint: _, ...rest }) => rest],
    ["discovery fails", () => "none"],
    [
      "the endpoint is a script (threat 9)",
      (document) => ({ ...document, end_session_endpoint: "javascript:alert(1)" }),
    ],
    [
      "the endpoint isn't https (threat 9)",
      (document) => ({ ...document, end_session_endpoint: "http://issuer.test/" }),
    ],
    [
      "the endpoint has another scheme (threat 9)",
      (document) => ({ ...document, end_session_endpoint: "data:text/html,hello" }),
    ],
    ["the endpoint is on localhost", (document) => ({ ...document, end_session_endpoint: "http://localhost:9/" })],
    ["the endpoint isn't text", (document) => ({ ...document, end_session_endpoint: ["https://issuer.test/"] })],
  ]

  test.each(discoveries)("%s: signs out here, redirects as usual, and logs one warning", async (_, discovery) => {
    const warn = vi.fn()
    const service = await createService(ENDPOINTS, { logger: { warn, error: () => undefined, debug: () => undefined } })
    service.issuer.responses.discovery = discovery
    for (let time = 0; time < 2; time++) {
      const ada = await signInAda(service)
      expect(redirectTarget(await signOut(ada, { callbackUrl: "/bye" }))).toBe(END_SESSION_URL)
      expect(await signedInName(ada)).toBeNull()
      expect(redirectTarget(await ada.get(END_SESSION_URL))).toBe("https://app.test/bye")
      expect(ada.cookie(LEAVING)).toBeUndefined()
    }
    expect(warn.mock.calls.filter(([code]) => code === "end-session-unavailable")).toHaveLength(1)
  })

  test("line breaks in the URL never reach a header (threat 21)", async () => {
    const service = await createService(ENDPOINTS)
    service.issuer.responses.discovery = (document) => ({
      ...document,
      end_session_endpoint: "https://issuer.test/logout\r\nSet-Cookie: a=b",
    })
    const url = await signOutAtProvider(await signInAda(service))
    expect(url.host).toBe("issuer.test")
    expect(url.href).not.toMatch(/[\r\n]/)
  })

  test.each([
    [{ endSession: "javascript:alert(1)" }, "endSession"],
    [{ endSession: "http://issuer.test/logout" }, "endSession"],
    [{ endSession: "/logout" }, "endSession"],
    [{ type: "oauth" as "oidc" }, "OpenID"],
    [{ issuer: undefined, ...ENDPOINTS }, "issuer"],
  ])("the configuration %j gets an error that names the mistake", async (provider, said) => {
    const service = await createService(provider)
    expect((await service.browser().get("/session")).status).toBe(500)
    expect(service.logged()).toContain(said)
  })
})

describe("an attack on signing out", () => {
  test("another site's target and another site's state lead to this site (threat 1)", async () => {
    const service = await createService()
    const ada = await signInAda(service)
    const state = (await signOutAtProvider(ada, { callbackUrl: "/bye" })).searchParams.get("state") ?? ""
    for (const wrong of [
      "",
      "https://evil.test/",
      state.slice(1),
      `${state}x`,
      "%0d%0aLocation:%20https://evil.test",
    ]) {
      expect(redirectTarget(await ada.get(`${END_SESSION_URL}?state=${wrong}&callbackUrl=https://evil.test/`))).toBe(
        "https://app.test/",
      )
    }
    const eve = service.browser()
    expect(redirectTarget(await eve.get(`${END_SESSION_URL}?state=${state}`))).toBe("https://app.test/")
    expect(redirectTarget(await eve.get(END_SESSION_URL))).toBe("https://app.test/")
    expect(redirectTarget(await ada.get(`${END_SESSION_URL}?state=${state}`))).toBe("https://app.test/bye")
    const mallory = await signInAda(service)
    const back =
      (await signOutAtProvider(mallory, { callbackUrl: "https://evil.test/" })).searchParams.get("state") ?? ""
    expect(redirectTarget(await mallory.get(`${END_SESSION_URL}?state=${back}`))).toBe("https://app.test/")
  })

  test("a mark in place of a sign-out leads nowhere (threat 45)", async () => {
    const ada = await signInAda(await createService())
    const mark = ada.cookie(OPENED_BY)
    await signOut(ada)
    ada.jar.set(LEAVING, { value: mark?.value ?? "" })
    expect(redirectTarget(await ada.get(END_SESSION_URL))).toBe("https://app.test/")
  })

  test("a sign-out that began with one provider leads to no other (threat 63)", async () => {
    const providers = ["acme", "other"].map((id): OIDCConfig => ({ ...ACME, id, endSession: true }))
    const ada = await signInAda(await createService({}, { providers }))
    await signOut(ada, { callbackUrl: "/bye" })
    expect(redirectTarget(await ada.get("/signout/other"))).toBe("https://app.test/")
    expect(redirectTarget(await ada.get(END_SESSION_URL))).toMatch(/^https:\/\/issuer\.test\/logout\?/)
  })

  test("another site's form, or a plain visit, ends no session here or at the provider (threat 40)", async () => {
    const service = await createService()
    const ada = await signInAda(service)
    const evil = { origin: "https://evil.test", "sec-fetch-site": "cross-site" }
    expect((await signOut(ada, {}, evil)).status).toBe(403)
    expect(redirectTarget(await ada.post("/signout", { csrfToken: "guessed" }))).not.toContain("/signout/")
    expect(redirectTarget(await ada.get(END_SESSION_URL))).toBe("https://app.test/")
    expect((await ada.post("/signout/acme", { csrfToken: await ada.csrfToken() })).status).toBe(404)
    expect(await signedInName(ada)).toBe("ada@example.com")
  })

  test("an old sign-out leads to no provider after the user signs in again", async () => {
    const service = await createService()
    const ada = await signInAda(service)
    await signOut(ada, { callbackUrl: "/bye" })
    await service.enter(ada, PERSON)
    expect(redirectTarget(await ada.get(END_SESSION_URL))).toBe("https://app.test/bye")
    expect(await signedInName(ada)).toBe("ada@example.com")
  })

  test("the token is in no cookie, page, log or response that a script can read (threat 250)", async () => {
    const said: unknown[] = []
    const say = (...words: unknown[]) => void said.push(words.map(String))
    const service = await createService({}, { debug: true, logger: { debug: say, warn: say, error: say } })
    const ada = await signInAda(service)
    const idToken = (await service.adapter.getAccount("ada", "acme"))?.id_token ?? ""
    expect(idToken).toMatch(/^ey/)
    const answers = [await signOut(ada)]
    for (const headers of [
      { "x-auth-return-redirect": "1" },
      { "sec-fetch-mode": "cors" },
      { "sec-fetch-mode": "no-cors" },
    ]) {
      const answer = await ada.get(END_SESSION_URL, headers)
      expect(answer.status).toBe(400)
      answers.push(answer)
    }
    const away = await ada.get(END_SESSION_URL, { "sec-fetch-mode": "navigate" })
    expect(redirectTarget(away)).toContain(idToken)
    expect(away.headers.get("referrer-policy")).toBe("no-referrer")
    expect(away.headers.get("cache-control")).toContain("no-store")
    const told = [
      ...answers.map((answer) => [...answer.headers].join()),
      await away.text(),
      ada.cookieHeader(),
      ...said,
    ]
    for (const text of await Promise.all(told)) expect(String(text)).not.toContain(idToken)
  })

  test("a provider without the option has no such URL and sets no cookie", async () => {
    const service = await createService({ endSession: false })
    const ada = await signInAda(service)
    expect(ada.cookie(OPENED_BY)).toBeUndefined()
    expect((await ada.get(END_SESSION_URL)).status).toBe(404)
    expect((await ada.get("/signout/nobody")).status).toBe(404)
    expect(redirectTarget(await signOut(ada, { callbackUrl: "/bye" }))).toBe("https://app.test/bye")
  })

  test("the next sign-in with another method removes the mark", async () => {
    const { issuer, clientId, fetch, authorize } = await fakeIssuer()
    const acme: OIDCConfig = { id: "acme", name: "Acme", type: "oidc", issuer, clientId, endSession: true }
    const { providers, ...config } = passwordConfig({ fetch })
    const ada = cookieClient(createAuth({ ...config, providers: [acme, ...providers] }, { env: ENV }))
    const start = await ada.post("/signin/acme", { csrfToken: await ada.csrfToken() })
    await ada.get(`/callback/acme?${authorize(redirectTarget(start))}`)
    expect(ada.cookie(OPENED_BY)).toMatchObject({ httpOnly: true, secure: true, sameSite: "lax", path: "/" })
    await ada.signInWith("credentials", PASSWORD)
    expect(ada.cookie(OPENED_BY)).toBeUndefined()
    expect(redirectTarget(await signOut(ada, { callbackUrl: "/bye" }))).toBe("https://app.test/bye")
  })
})
