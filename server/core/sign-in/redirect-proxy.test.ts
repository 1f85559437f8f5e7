import { describe, expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { Env } from "../config/env.ts"
import { sealValue } from "../crypto/sealed.ts"
import { createKeyring } from "../crypto/keyring.ts"
import type { OIDCConfig } from "../../providers/types.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { errorParam, signedInName } from "../../test-kit/oauth-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const PROXY = "https://app.test/auth"
const PREVIEW = "https://branch-7.preview.test/auth"
const issuer = await fakeIssuer()
const secret = "s".repeat(32)
const errors: string[] = []
const logger = { error: (error: Error) => void errors.push(error.message), warn: () => {}, debug: () => {} }

const acme = (more: Partial<OIDCConfig> = {}): OIDCConfig => ({
  id: "acme",
  name: "Acme",
  type: "oidc",
  issuer: issuer.issuer,
  clientId: issuer.clientId,
  clientSecret: "secret",
  ...more,
})

/** Creates a deployment of the app at `url`. Without AUTH_URL it trusts the host header. */
function deployment(url: string, config: Partial<AuthConfig> = {}, env: Env = { AUTH_URL: url }) {
  const base: AuthConfig = { providers: [acme(), acme({ id: "other" })], secret, fetch: issuer.fetch, logger }
  const auth = createAuth({ ...base, redirectProxyUrl: PROXY, ...config }, { env: { NODE_ENV: "production", ...env } })
  return { auth, browser: () => cookieClient(auth, undefined, url) }
}

type Browser = ReturnType<typeof cookieClient>

/**
 * Starts a sign-in and approves it at the provider. Returns the parameters that the provider sends to the redirect URI.
 */
async function authorizeAtProvider(browser: Browser, provider = "acme") {
  const answer = await browser.post(`/signin/${provider}`, { csrfToken: await browser.csrfToken(), callbackUrl: "/in" })
  const url = new URL(answer.headers.get("location") ?? expect.fail("not sent anywhere"))
  return { url, parameters: url.host === "issuer.test" ? issuer.authorize(url.href) : new URLSearchParams() }
}

const sendToProxy = (parameters: URLSearchParams, provider = "acme", proxy = deployment(PROXY)) =>
  proxy.browser().get(`/callback/${provider}?${parameters}`)

const redirectLocation = (answer: Response) => answer.headers.get("location") ?? ""
const REJECTED_URL = "https://app.test/auth/signin?error=OAuthCallbackError"

describe("a sign-in on a preview deployment", () => {
  test("uses the one redirect URI that the provider knows, and ends where it began", async () => {
    const ada = deployment(PREVIEW).browser()
    const { url, parameters } = await authorizeAtProvider(ada)
    expect(url.searchParams.get("redirect_uri")).toBe(`${PROXY}/callback/acme`)
    const passed = await sendToProxy(parameters)
    expect(redirectLocation(passed)).toBe(`${PREVIEW}/callback/acme?${parameters}`)
    expect(passed.headers.getSetCookie()).toEqual([])
    const arrived = await ada.get(redirectLocation(passed))
    expect(redirectLocation(arrived)).toBe("https://branch-7.preview.test/in")
    expect(await signedInName(ada)).toBe("ada@example.com")
  })

  test("works from a long URL too, with a database on both sides", async () => {
    const long = `https://${"branch-of-somebody-".repeat(3)}7.preview.test/a/long/way/to/auth`
    const ada = deployment(long, { adapter: MemoryAdapter() }).browser()
    const { parameters } = await authorizeAtProvider(ada)
    const passed = await sendToProxy(parameters, "acme", deployment(PROXY, { adapter: MemoryAdapter() }))
    expect(redirectLocation(await ada.get(redirectLocation(passed)))).toBe(long.replace(/auth$/, "in"))
    expect(await signedInName(ada)).toBe("ada@example.com")
  })

  test("returns to the preview too if the user cancelled", async () => {
    const ada = deployment(PREVIEW).browser()
    const { url } = await authorizeAtProvider(ada)
    const state = url.searchParams.get("state") ?? ""
    const passed = await sendToProxy(new URLSearchParams({ error: "access_denied", state, iss: issuer.issuer }))
    const arrived = await ada.get(redirectLocation(passed))
    expect(redirectLocation(arrived)).toContain(`${PREVIEW}/signin?error=OAuthCallbackError&code=cancelled`)
  })

  test("reads its proxy from AUTH_REDIRECT_PROXY_URL, and one provider may have another", async () => {
    const env = { AUTH_URL: PREVIEW, AUTH_REDIRECT_PROXY_URL: `${PROXY}/` }
    const other = acme({ id: "other", redirectProxyUrl: "https://elsewhere.test/auth" })
    const preview = deployment(PREVIEW, { redirectProxyUrl: undefined, providers: [acme(), other] }, env)
    const redirectUri = async (provider: string) =>
      (await authorizeAtProvider(preview.browser(), provider)).url.searchParams.get("redirect_uri")
    expect(await redirectUri("acme")).toBe(`${PROXY}/callback/acme`)
    expect(await redirectUri("other")).toBe("https://elsewhere.test/auth/callback/other")
  })

  test("has a state whatever the provider's checks are", async () => {
    const config = { providers: [acme({ checks: ["none"] })] }
    const ada = deployment(PREVIEW, config).browser()
    const { parameters } = await authorizeAtProvider(ada)
    expect(parameters.get("state")).toBeTruthy()
    parameters.delete("state")
    expect(errorParam(await sendToProxy(parameters))).toBe("OAuthCallbackError")
    expect(errorParam(await ada.get(`/callback/acme?${parameters}`))).toBe("OAuthCallbackError")
  })

  test("returns directly if the provider posts its response", async () => {
    const posts = acme({ authorization: { params: { response_mode: "form_post" } } })
    const { url } = await authorizeAtProvider(deployment(PREVIEW, { providers: [posts] }).browser())
    expect(url.searchParams.get("redirect_uri")).toBe(`${PREVIEW}/callback/acme`)
  })
})

test("doesn't use the proxy for a sign-in on the proxy itself", async () => {
  const ada = deployment(PROXY).browser()
  const { parameters } = await authorizeAtProvider(ada)
  expect(redirectLocation(await ada.get(`/callback/acme?${parameters}`))).toBe("https://app.test/in")
  expect(await signedInName(ada)).toBe("ada@example.com")
})

describe("a preview that reads its origin from the host header alone", () => {
  const hostTrusting = (config: Partial<AuthConfig> = {}) =>
    deployment(PREVIEW, { ...config, basePath: "/auth" }, { AUTH_TRUST_HOST: "true" })
  const listed = { redirectProxyOrigins: ["https://branch-*.preview.test"] }
  const at = (browser: Browser, host: string) => ({
    ...browser,
    post: (path: string, fields: Record<string, string>) => browser.post(path, fields, { "x-forwarded-host": host }),
    csrfToken: async () => {
      const answer = await browser.get("/csrf", { "x-forwarded-host": host })
      return ((await answer.json()) as { csrfToken: string }).csrfToken // the shape of the response
    },
  })

  test("signs in if the proxy lists the origin", async () => {
    const { parameters } = await authorizeAtProvider(hostTrusting(listed).browser())
    expect(redirectLocation(await sendToProxy(parameters, "acme", deployment(PROXY, listed)))).toContain(PREVIEW)
  })

  test("can be listed by AUTH_REDIRECT_PROXY_ORIGINS too", async () => {
    const { parameters } = await authorizeAtProvider(hostTrusting(listed).browser())
    const env = { AUTH_URL: PROXY, AUTH_REDIRECT_PROXY_ORIGINS: "https://x.test, https://branch-7.preview.test" }
    expect(redirectLocation(await sendToProxy(parameters, "acme", deployment(PROXY, {}, env)))).toContain(PREVIEW)
  })

  test.each(["evil.test", "branch-7.preview.test.evil.test", "x.branch-7.preview.test", "branch-7.preview.test:8443"])(
    "starts no sign-in when it is requested as %s, and logs what to set (threat 106)",
    async (host) => {
      errors.length = 0
      const { url } = await authorizeAtProvider(at(hostTrusting(listed).browser(), host) as Browser)
      expect(url.host).not.toBe("issuer.test")
      expect(errors.join()).toContain("set AUTH_URL here, or list it in `redirectProxyOrigins`")
    },
  )

  test("gets no redirect from the proxy to an origin that it doesn't list (threat 106)", async () => {
    const anything = { redirectProxyOrigins: ["https://branch-*.preview.test", "https://evil.test"] }
    const { parameters } = await authorizeAtProvider(at(hostTrusting(anything).browser(), "evil.test") as Browser)
    expect(parameters.get("code")).toBeTruthy()
    const answer = await sendToProxy(parameters, "acme", deployment(PROXY, listed))
    expect(redirectLocation(answer)).toBe(REJECTED_URL)
  })

  test("gets a response that no other browser can use (threat 106)", async () => {
    const preview = hostTrusting(listed)
    const { parameters } = await authorizeAtProvider(preview.browser())
    const passed = await sendToProxy(parameters, "acme", deployment(PROXY, listed))
    const victim = preview.browser()
    expect(errorParam(await victim.get(redirectLocation(passed)))).toBe("OAuthCallbackError")
    expect(await signedInName(victim)).toBeNull()
  })
})

describe("the proxy redirects nowhere, with the same response, for a state (threat 107)", () => {
  const keyring = createKeyring([secret])
  const now = Math.floor(Date.now() / 1000)
  const back = { provider: "acme", url: `${PREVIEW}/callback/acme`, pinned: true }
  const seal = (value: object, options: Partial<Parameters<typeof sealValue>[1]> = {}) =>
    sealValue(value, { keyring, salt: "redirect proxy state", maxAge: 900, now, site: undefined, ...options })

  test("unless it is valid", async () => {
    const answer = await sendToProxy(new URLSearchParams({ code: "c", state: await seal(back) }))
    expect(redirectLocation(answer)).toContain(PREVIEW)
  })

  test.each<[string, () => Promise<string>]>([
    ["that has expired", () => seal(back, { now: now - 1000 })],
    ["that was cut short", async () => (await seal(back)).slice(0, -4)],
    ["under another secret", () => seal(back, { keyring: createKeyring(["x".repeat(32)]) })],
    ["of another purpose", () => seal(back, { salt: "__Host-latchkit.state" })],
    ["of another provider", () => seal({ ...back, provider: "other" })],
    ["that leads back to the proxy", () => seal({ ...back, url: `${PROXY}/callback/acme` })],
    ["that leads over plain http", () => seal({ ...back, url: "http://branch-7.preview.test/auth/callback/acme" })],
    [
      "of a sign-in that needs no proxy",
      async () => (await authorizeAtProvider(deployment(PROXY).browser())).url.searchParams.get("state") ?? "",
    ],
    ["that is none", async () => "state"],
  ])("%s", async (_, make) => {
    const answer = await sendToProxy(new URLSearchParams({ code: "c", state: await make() }))
    expect([answer.status, redirectLocation(answer)]).toEqual([302, REJECTED_URL])
  })

  test("that was already forwarded", async () => {
    const proxy = deployment(PROXY)
    const parameters = new URLSearchParams({ code: "c", state: await seal(back) })
    expect(redirectLocation(await sendToProxy(parameters, "acme", proxy))).toContain(PREVIEW)
    expect(redirectLocation(await sendToProxy(parameters, "acme", proxy))).toBe(REJECTED_URL)
  })

  test("that was already forwarded, when it has just expired", async () => {
    const time = { now: now * 1000 }
    const proxy = deployment(PROXY, { clock: () => time.now })
    const parameters = new URLSearchParams({ code: "c", state: await seal(back) })
    expect(redirectLocation(await sendToProxy(parameters, "acme", proxy))).toContain(PREVIEW)
    time.now += 901_000
    expect(redirectLocation(await sendToProxy(parameters, "acme", proxy))).toBe(REJECTED_URL)
  })

  test("that is sent twice", async () => {
    const state = await seal(back)
    const parameters = new URLSearchParams([
      ["code", "c"],
      ["state", state],
      ["state", state],
    ])
    expect(redirectLocation(await sendToProxy(parameters))).toBe(REJECTED_URL)
  })

  test("if it isn't a proxy", async () => {
    const alone = deployment(PROXY, { redirectProxyUrl: undefined })
    const answer = await sendToProxy(new URLSearchParams({ code: "c", state: await seal(back) }), "acme", alone)
    expect(redirectLocation(answer)).toBe(REJECTED_URL)
  })
})

test.each([
  ["a proxy that is no URL", { redirectProxyUrl: "app.test/auth" }, "`redirectProxyUrl`"],
  ["a proxy of another scheme", { redirectProxyUrl: "javascript:alert(1)" }, "`redirectProxyUrl`"],
  ["a provider's proxy", { providers: [acme({ redirectProxyUrl: "/auth" })] }, 'provider "acme"'],
  ["every origin there is", { redirectProxyOrigins: ["https://*"] }, "`redirectProxyOrigins`"],
  ["every origin of a top-level domain", { redirectProxyOrigins: ["https://*.test"] }, "`redirectProxyOrigins`"],
  ["an origin with a path", { redirectProxyOrigins: ["https://a.test/auth"] }, "`redirectProxyOrigins`"],
])("rejects a configuration with %s at startup (threat 106)", async (_, config, named) => {
  errors.length = 0
  const answer = await deployment(PREVIEW, config).browser().get("/csrf")
  expect(answer.status).toBe(500)
  expect(errors.join()).toContain(named)
})
