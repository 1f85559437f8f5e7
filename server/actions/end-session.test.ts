import { describe, expect, test, vi } from "vitest"
import type { AuthConfig } from "../config/types.ts"
import { createAuth } from "../auth.ts"
import type { OIDCConfig } from "../providers/types.ts"
import { fakeIssuer } from "../testing/fake-issuer.ts"
import { oauthService, whoIs, type Browser, type OAuthService } from "../testing/oauth-service.ts"
import { ADA as PASSWORD, passwordConfig } from "../testing/password-service.ts"
import { visitor } from "../testing/visitor.ts"

const ENV = { AUTH_URL: "https://app.test/auth" }
const PERSON = { sub: "ada", name: "Ada", email: "ada@example.com", email_verified: true }
const THROUGH = "https://app.test/auth/signout/acme"
const [OPENED_BY, LEAVING] = ["__Host-latchkit.opened-by", "__Host-latchkit.leaving"]

const to = (answer: Response) => answer.headers.get("location") ?? ""
const world = (provider: Partial<OIDCConfig> = {}, config: Partial<AuthConfig> = {}) =>
  oauthService(config, { endSession: true, ...provider })

async function signedIn({ browser, enter }: OAuthService): Promise<Browser> {
  const ada = browser()
  await enter(ada, PERSON)
  expect(await whoIs(ada)).toBe("ada@example.com")
  return ada
}

async function signOut(ada: Browser, fields: Record<string, string> = {}, headers: HeadersInit = {}) {
  return ada.post("/signout", { csrfToken: await ada.csrfToken(), ...fields }, headers)
}

/** Signs out as far as the provider, and answers the URL there. */
async function sentAway(ada: Browser, fields: Record<string, string> = {}): Promise<URL> {
  expect(to(await signOut(ada, fields))).toBe(THROUGH)
  return new URL(to(await ada.get(THROUGH)))
}

test("HEAD on the way to the provider and back is rejected and changes nothing", async () => {
  const ada = await signedIn(await world())
  const url = await sentAway(ada)
  const back = `${THROUGH}?state=${url.searchParams.get("state")}`
  for (const address of [THROUGH, back]) expect((await ada.send(address, { method: "HEAD" })).status).toBe(405)
  expect(ada.jar.has(LEAVING)).toBe(true)
})

describe.each(["jwt", "database"] as const)("with %s sessions", (strategy) => {
  const config = { session: { strategy } }

  test("signing out ends the session here first, then the provider's, and comes back to where I wanted to go", async () => {
    const told = vi.fn()
    const service = await world({}, { ...config, events: { signOut: told } })
    const ada = await signedIn(service)
    const idToken = (await service.adapter.getAccount("ada", "acme"))?.id_token
    expect(idToken).toMatch(/^ey/)
    const answer = await signOut(ada, { callbackUrl: "/bye?now=1" })
    expect(to(answer)).toBe(THROUGH)
    expect(await whoIs(ada)).toBeNull()
    expect(told).toHaveBeenCalledTimes(1)
    const url = new URL(to(await ada.get(THROUGH)))
    expect(url.origin + url.pathname).toBe("https://issuer.test/logout")
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "client",
      post_logout_redirect_uri: THROUGH,
      state: expect.stringMatching(/^.{22,}$/),
      id_token_hint: idToken,
    })
    const back = await ada.get(`${THROUGH}?state=${url.searchParams.get("state")}`)
    expect(to(back)).toBe("https://app.test/bye?now=1")
    expect([...ada.jar.keys()].filter((name) => name === OPENED_BY || name === LEAVING)).toEqual([])
  })

  test("a fetch and the helper are answered an address of the site itself, without a token in it", async () => {
    const service = await world({}, config)
    const ada = await signedIn(service)
    const json = await signOut(ada, { callbackUrl: "/bye" }, { "x-auth-return-redirect": "1" })
    expect(await json.json()).toEqual({ url: THROUGH })
    const grace = await signedIn(service)
    const headers = { cookie: grace.cookieHeader() }
    const { url, cookies } = await service.auth.signOut({ headers }, { redirectTo: "/bye" })
    expect(url).toBe(THROUGH)
    expect(cookies.join("\n")).toContain(`${LEAVING}=`)
  })

  test("a session that another provider opened, or that was there before the option, ends here alone", async () => {
    const service = await world({}, config)
    const ada = await signedIn(service)
    ada.jar.delete(OPENED_BY)
    expect(to(await signOut(ada, { callbackUrl: "/bye" }))).toBe("https://app.test/bye")
    expect(await whoIs(ada)).toBeNull()
  })

  test("attack 45: a mark of another session, a changed one and one of another purpose lead to no provider", async () => {
    const service = await world({}, config)
    const [ada, eve] = [await signedIn(service), await signedIn(service)]
    const mark = (browser: Browser) => browser.cookie(OPENED_BY)?.value ?? ""
    const forged = [mark(eve), mark(ada), mark(ada).slice(0, -2), "acme", '{"provider":"acme"}']
    await signOut(eve)
    for (const value of [...forged, eve.cookie(LEAVING)?.value ?? ""]) {
      expect(value).not.toBe("")
      const again = await signedIn(service)
      again.jar.set(OPENED_BY, { value })
      expect(to(await signOut(again, { callbackUrl: "/bye" }))).toBe("https://app.test/bye")
      expect(await whoIs(again)).toBeNull()
    }
  })
})

test("without an adapter the client id goes along alone", async () => {
  const { browser, issuer, ...service } = await world({}, { adapter: undefined, session: { strategy: "jwt" } })
  const url = await sentAway(await signedIn({ browser, issuer, ...service }))
  expect([...url.searchParams.keys()]).toEqual(["client_id", "post_logout_redirect_uri", "state"])
})

test("an address of the configuration's own is used, its query with it, and nothing is discovered for it", async () => {
  const service = await world({ endSession: "https://issuer.test/bye?brand=a+b" })
  const ada = await signedIn(service)
  service.issuer.requests.length = 0
  const url = await sentAway(ada)
  expect(url.href).toMatch(/^https:\/\/issuer\.test\/bye\?brand=a%20b&client_id=client&/)
  expect(service.issuer.requests).toEqual([])
})

test("a hint that cannot be read, another account's, and one too long for a URL are done without", async () => {
  const service = await world()
  const ada = await signedIn(service)
  vi.spyOn(service.adapter, "getAccount").mockRejectedValueOnce(new Error("The database is away"))
  expect((await sentAway(ada)).searchParams.has("id_token_hint")).toBe(false)
  expect(service.logged()).toContain("AdapterError")
  const someoneElses = {
    provider: "acme",
    providerAccountId: "ADA",
    userId: "2",
    type: "oidc",
    id_token: "theirs",
  } as const
  const again = await signedIn(service) // which reads the account itself
  vi.spyOn(service.adapter, "getAccount").mockResolvedValueOnce(someoneElses)
  expect((await sentAway(again)).searchParams.has("id_token_hint")).toBe(false)
  service.issuer.answers.claims = (claims) => ({ ...claims, groups: "g".repeat(6000) })
  expect((await sentAway(await signedIn(service))).searchParams.has("id_token_hint")).toBe(false)
})

describe("where the provider cannot be told", () => {
  const ENDPOINTS = {
    authorization: "https://issuer.test/authorize",
    token: "https://issuer.test/token",
    jwks_endpoint: "https://issuer.test/jwks",
  }
  const discoveries: [string, (document: Record<string, unknown>) => unknown][] = [
    ["it names no address", ({ end_session_endpoint: _, ...rest }) => rest],
    ["discovery fails", () => "none"],
    ["attack 9: its address is a script", (document) => ({ ...document, end_session_endpoint: "javascript:alert(1)" })],
    [
      "attack 9: its address is not https",
      (document) => ({ ...document, end_session_endpoint: "http://issuer.test/" }),
    ],
    ["attack 9: it is another scheme", (document) => ({ ...document, end_session_endpoint: "data:text/html,hello" })],
    ["it leads to this machine", (document) => ({ ...document, end_session_endpoint: "http://localhost:9/" })],
    ["it is no text", (document) => ({ ...document, end_session_endpoint: ["https://issuer.test/"] })],
  ]

  test.each(discoveries)("%s: I am signed out here, land as ever, and one warning is logged", async (_, discovery) => {
    const warn = vi.fn()
    const service = await world(ENDPOINTS, { logger: { warn, error: () => undefined, debug: () => undefined } })
    service.issuer.answers.discovery = discovery
    for (let time = 0; time < 2; time++) {
      const ada = await signedIn(service)
      expect(to(await signOut(ada, { callbackUrl: "/bye" }))).toBe(THROUGH)
      expect(await whoIs(ada)).toBeNull()
      expect(to(await ada.get(THROUGH))).toBe("https://app.test/bye")
      expect(ada.cookie(LEAVING)).toBeUndefined()
    }
    expect(warn.mock.calls.filter(([code]) => code === "end-session-unavailable")).toHaveLength(1)
  })

  test("attack 21: line breaks in the address end up in no header", async () => {
    const service = await world(ENDPOINTS)
    service.issuer.answers.discovery = (document) => ({
      ...document,
      end_session_endpoint: "https://issuer.test/logout\r\nSet-Cookie: a=b",
    })
    const url = await sentAway(await signedIn(service))
    expect(url.host).toBe("issuer.test")
    expect(url.href).not.toMatch(/[\r\n]/)
  })

  test.each([
    [{ endSession: "javascript:alert(1)" }, "endSession"],
    [{ endSession: "http://issuer.test/logout" }, "endSession"],
    [{ endSession: "/logout" }, "endSession"],
    [{ type: "oauth" as "oidc" }, "OpenID"],
    [{ issuer: undefined, ...ENDPOINTS }, "issuer"],
  ])("a configuration that says %j is told what is wrong with it", async (provider, said) => {
    const service = await world(provider)
    expect((await service.browser().get("/session")).status).toBe(500)
    expect(service.logged()).toContain(said)
  })
})

describe("what others try", () => {
  test("attack 1: another site's target and another site's state lead to the site", async () => {
    const service = await world()
    const ada = await signedIn(service)
    const state = (await sentAway(ada, { callbackUrl: "/bye" })).searchParams.get("state") ?? ""
    for (const wrong of [
      "",
      "https://evil.test/",
      state.slice(1),
      `${state}x`,
      "%0d%0aLocation:%20https://evil.test",
    ]) {
      expect(to(await ada.get(`${THROUGH}?state=${wrong}&callbackUrl=https://evil.test/`))).toBe("https://app.test/")
    }
    const eve = service.browser()
    expect(to(await eve.get(`${THROUGH}?state=${state}`))).toBe("https://app.test/")
    expect(to(await eve.get(THROUGH))).toBe("https://app.test/")
    expect(to(await ada.get(`${THROUGH}?state=${state}`))).toBe("https://app.test/bye")
    const mallory = await signedIn(service)
    const back = (await sentAway(mallory, { callbackUrl: "https://evil.test/" })).searchParams.get("state") ?? ""
    expect(to(await mallory.get(`${THROUGH}?state=${back}`))).toBe("https://app.test/")
  })

  test("attack 45: a mark in the place of a sign-out leads nowhere", async () => {
    const ada = await signedIn(await world())
    const mark = ada.cookie(OPENED_BY)
    await signOut(ada)
    ada.jar.set(LEAVING, { value: mark?.value ?? "" })
    expect(to(await ada.get(THROUGH))).toBe("https://app.test/")
  })

  test("attack 63: a sign-out that is on its way to one provider leads to no other", async () => {
    const acme = { name: "Acme", type: "oidc", issuer: "https://issuer.test", clientId: "client" } as const
    const providers = ["acme", "other"].map((id): OIDCConfig => ({ ...acme, id, endSession: true }))
    const ada = await signedIn(await world({}, { providers }))
    await signOut(ada, { callbackUrl: "/bye" })
    expect(to(await ada.get("/signout/other"))).toBe("https://app.test/")
    expect(to(await ada.get(THROUGH))).toMatch(/^https:\/\/issuer\.test\/logout\?/)
  })

  test("attack 40: another site's form and a mere visit end no session, here or there", async () => {
    const service = await world()
    const ada = await signedIn(service)
    const evil = { origin: "https://evil.test", "sec-fetch-site": "cross-site" }
    expect((await signOut(ada, {}, evil)).status).toBe(403)
    expect(to(await ada.post("/signout", { csrfToken: "guessed" }))).not.toContain("/signout/")
    expect(to(await ada.get(THROUGH))).toBe("https://app.test/")
    expect((await ada.post("/signout/acme", { csrfToken: await ada.csrfToken() })).status).toBe(404)
    expect(await whoIs(ada)).toBe("ada@example.com")
  })

  test("who signed in again meanwhile is sent to no provider by an old sign-out", async () => {
    const service = await world()
    const ada = await signedIn(service)
    await signOut(ada, { callbackUrl: "/bye" })
    await service.enter(ada, PERSON)
    expect(to(await ada.get(THROUGH))).toBe("https://app.test/bye")
    expect(await whoIs(ada)).toBe("ada@example.com")
  })

  test("attack 250: the token is in no cookie, no page, no log, and no answer that a script can read", async () => {
    const said: unknown[] = []
    const say = (...words: unknown[]) => void said.push(words.map(String))
    const service = await world({}, { debug: true, logger: { debug: say, warn: say, error: say } })
    const ada = await signedIn(service)
    const idToken = (await service.adapter.getAccount("ada", "acme"))?.id_token ?? ""
    expect(idToken).toMatch(/^ey/)
    const answers = [await signOut(ada)]
    for (const headers of [
      { "x-auth-return-redirect": "1" },
      { "sec-fetch-mode": "cors" },
      { "sec-fetch-mode": "no-cors" },
    ]) {
      const answer = await ada.get(THROUGH, headers)
      expect(answer.status).toBe(400)
      answers.push(answer)
    }
    const away = await ada.get(THROUGH, { "sec-fetch-mode": "navigate" })
    expect(to(away)).toContain(idToken)
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

  test("a provider without the option has no such address, and nothing of it is in a cookie", async () => {
    const service = await world({ endSession: false })
    const ada = await signedIn(service)
    expect(ada.cookie(OPENED_BY)).toBeUndefined()
    expect((await ada.get(THROUGH)).status).toBe(404)
    expect((await ada.get("/signout/nobody")).status).toBe(404)
    expect(to(await signOut(ada, { callbackUrl: "/bye" }))).toBe("https://app.test/bye")
  })

  test("the mark goes with the next sign-in in another way", async () => {
    const { issuer, clientId, fetch, authorize } = await fakeIssuer()
    const acme: OIDCConfig = { id: "acme", name: "Acme", type: "oidc", issuer, clientId, endSession: true }
    const { providers, ...config } = passwordConfig({ fetch })
    const ada = visitor(createAuth({ ...config, providers: [acme, ...providers] }, { env: ENV }))
    const start = await ada.post("/signin/acme", { csrfToken: await ada.csrfToken() })
    await ada.get(`/callback/acme?${authorize(to(start))}`)
    expect(ada.cookie(OPENED_BY)).toMatchObject({ httpOnly: true, secure: true, sameSite: "lax", path: "/" })
    await ada.signInWith("credentials", PASSWORD)
    expect(ada.cookie(OPENED_BY)).toBeUndefined()
    expect(to(await signOut(ada, { callbackUrl: "/bye" }))).toBe("https://app.test/bye")
  })
})
