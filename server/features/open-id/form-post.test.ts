import { describe, expect, test } from "vitest"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import {
  errorParam,
  oauthService,
  signedInName,
  type Browser,
  type OAuthService,
} from "../../test-kit/oauth-service.ts"
import { cookieClient, type CookieJarMap } from "../../testing/cookie-client.ts"

const ada = { sub: "ada", email: "ada@app.test", email_verified: true }
const eve = { sub: "eve", email: "eve@evil.test", email_verified: true }
const formPostProvider = { authorization: { params: { response_mode: "form_post", scope: "openid email" } } }
const RENAMED: NonNullable<AuthConfig["cookies"]> = {
  csrfToken: { name: "c" },
  state: { name: "s" },
  nonce: { name: "n" },
  pkceCodeVerifier: { name: "p" },
}

const CONFIGS: [string, Partial<AuthConfig>][] = [
  ["`__Host-` cookies", {}],
  ["the Auth.js preset", authjs()],
  ["renamed cookies", { cookies: RENAMED }],
]

/** Starts a sign-in and returns the fields that the provider posts. */
async function startSignIn(service: OAuthService, browser: Browser, person: Record<string, unknown>) {
  const callback = await service.start(browser, person)
  return Object.fromEntries(new URL(callback, "https://app.test").searchParams)
}

/** Posts the provider's response as a browser does: from another site, without the cookies that are SameSite=Lax. */
function postCallback(
  { auth }: OAuthService,
  browser: Browser,
  fields: Record<string, string>,
  path = "/callback/acme",
) {
  const sent: CookieJarMap = new Map([...browser.jar].filter(([, { sameSite }]) => sameSite === "none"))
  const headers = { origin: "https://issuer.test", "sec-fetch-site": "cross-site" }
  return cookieClient(auth, sent).post(path, fields, headers)
}

const redirectTarget = (answer: Response) => answer.headers.get("location") ?? ""

describe.each(CONFIGS)("a provider that posts its response, with %s", (_, config) => {
  test("signs in with a GET of Latchkit's own after its POST", async () => {
    const service = await oauthService(config, formPostProvider)
    const browser = service.browser()
    const posted = await postCallback(service, browser, await startSignIn(service, browser, ada))
    expect(posted.status).toBe(303)
    expect(posted.headers.getSetCookie()).toEqual([])
    expect(redirectTarget(posted)).toMatch(/^https:\/\/app\.test\/auth\/callback\/acme\?state=[\w-]{43}&form_post=/)
    await browser.get(redirectTarget(posted))
    expect(await signedInName(browser)).toBe("ada@app.test")
  })

  test("links an account to the signed-in user", async () => {
    const service = await oauthService(config, formPostProvider)
    const { adapter } = service
    const browser = service.browser()
    for (const person of [ada, { ...ada, sub: "ada-2", email: "other@app.test" }])
      await browser.get(
        redirectTarget(await postCallback(service, browser, await startSignIn(service, browser, person))),
      )
    const user = await adapter.getUserByEmail("ada@app.test")
    const accounts = await adapter.listAccounts(user?.id ?? "")
    expect(accounts.map(({ providerAccountId }) => providerAccountId)).toEqual(["ada", "ada-2"])
  })

  test("signs no victim in with cookies that a sibling host sets", async () => {
    const service = await oauthService(config, formPostProvider)
    const [attacker, victim] = [service.browser(), service.browser()]
    const fields = await startSignIn(service, attacker, eve)
    // A sibling host can set every cookie except those with `__Host-`
    for (const [name, cookie] of attacker.jar) if (!name.startsWith("__Host-")) victim.jar.set(name, cookie)
    const answer = await victim.get(redirectTarget(await postCallback(service, victim, fields)))
    expect(errorParam(answer)).toBe("OAuthCallbackError")
    expect(await signedInName(victim)).toBeNull()
  })
})

describe("a posted response", () => {
  const REFUSED = "OAuthCallbackError"

  test("works once", async () => {
    const service = await oauthService({}, formPostProvider)
    const browser = service.browser()
    const url = redirectTarget(await postCallback(service, browser, await startSignIn(service, browser, ada)))
    const copies = Array.from({ length: 5 }, () => service.browser(new Map(browser.jar)))
    const answers = await Promise.all(copies.map((copy) => copy.get(url)))
    expect(answers.filter((answer) => errorParam(answer) === null)).toHaveLength(1)
  })

  test("works for a minute", async () => {
    const time = { now: Date.now() }
    const service = await oauthService({ clock: () => time.now }, formPostProvider)
    const browser = service.browser()
    const url = redirectTarget(await postCallback(service, browser, await startSignIn(service, browser, ada)))
    time.now += 80_000
    expect(errorParam(await browser.get(url))).toBe(REFUSED)
  })

  test("works for the flow that it names", async () => {
    const service = await oauthService({}, formPostProvider)
    const browser = service.browser()
    const [first, second] = [await startSignIn(service, browser, ada), await startSignIn(service, browser, ada)]
    const url = new URL(redirectTarget(await postCallback(service, browser, first)))
    url.searchParams.set("state", second["state"] ?? "")
    expect(errorParam(await browser.get(url.href))).toBe(REFUSED)
  })

  test("works at the provider and the site that it was posted to", async () => {
    const issuer = await fakeIssuer()
    const acme = {
      id: "acme",
      name: "A",
      type: "oidc",
      issuer: issuer.issuer,
      clientId: "client",
      ...formPostProvider,
    } as const
    const config = { providers: [acme, { ...acme, id: "other" }], secret: "s".repeat(32), fetch: issuer.fetch }
    const at = (site: string, jar?: CookieJarMap) => {
      const auth = createAuth({ ...config, logger: { error: () => undefined } }, { env: { AUTH_URL: `${site}/auth` } })
      return cookieClient(auth, jar, `${site}/auth`)
    }
    const browser = at("https://app.test")
    const answer = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken() })
    const fields = Object.fromEntries(issuer.authorize(redirectTarget(answer), ada))
    const elsewhere = redirectTarget(await at("https://preview.test").post("/callback/acme", fields))
    const other = redirectTarget(await at("https://app.test").post("/callback/other", fields))
    const crossed = [elsewhere.replace("preview.test", "app.test"), other.replace("/other?", "/acme?")]
    for (const url of crossed) {
      expect(url).toContain("https://app.test/auth/callback/acme?state=")
      expect(errorParam(await at("https://app.test", new Map(browser.jar)).get(url))).toBe(REFUSED)
    }
    await browser.get(redirectTarget(await at("https://app.test").post("/callback/acme", fields)))
    expect(await signedInName(browser)).toBe("ada@app.test")
  })

  test("is the only kind that such a provider may send", async () => {
    const service = await oauthService({}, formPostProvider)
    const browser = service.browser()
    const fields = new URLSearchParams(await startSignIn(service, browser, ada))
    expect((await browser.get(`/callback/acme?${fields}`)).status).toBe(400)
    expect(errorParam(await browser.get(`/callback/acme?${fields}&form_post=x`))).toBe(REFUSED)
    expect(await signedInName(browser)).toBeNull()
  })

  test("is an error if it doesn't fit in a URL, not a broken redirect", async () => {
    const service = await oauthService({}, formPostProvider)
    const browser = service.browser()
    const fields = { ...(await startSignIn(service, browser, ada)), user: "x".repeat(8000) }
    expect(errorParam(await postCallback(service, browser, fields))).toBe(REFUSED)
  })

  test("leads a user who cancelled to a page where they can try again", async () => {
    const service = await oauthService({}, formPostProvider)
    const browser = service.browser()
    const { state = "" } = await startSignIn(service, browser, ada)
    const posted = await postCallback(service, browser, { error: "user_cancelled_authorize", state })
    const answer = await browser.get(redirectTarget(posted))
    expect(redirectTarget(answer)).toBe("https://app.test/auth/signin?error=OAuthCallbackError&code=cancelled")
    expect([...browser.jar.keys()].filter((name) => name.includes(".state."))).toEqual([])
  })
})

test("doesn't bind a sign-in to a browser by a renamed CSRF cookie that a sibling host sets", async () => {
  const service = await oauthService({ cookies: RENAMED })
  const [attacker, victim] = [service.browser(), service.browser()]
  const callback = await service.start(attacker, eve)
  for (const [name, cookie] of attacker.jar) if (!name.startsWith("__Host-")) victim.jar.set(name, cookie)
  expect(errorParam(await victim.get(callback))).toBe("OAuthCallbackError")
  const again = await service.start(attacker, eve)
  await attacker.get(again)
  expect(await signedInName(attacker)).toBe("eve@evil.test")
})
