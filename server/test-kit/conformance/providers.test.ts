// interface.md, "Provider configuration": each field of an OAuth 2.0 and an OpenID Connect provider.
import { generateKeyPair } from "jose"
import { describe, expect, test, vi } from "vitest"
import type { AdapterAccount } from "../../adapters/contract.ts"
import { customFetch, type OAuthConfig, type OIDCConfig } from "../../providers/types.ts"
import { oauthService, signedInName, type OAuthService } from "../oauth-service.ts"

const ada = { sub: "ada", name: "Ada", email: "ada@example.com", email_verified: true }
const ISSUER = "https://issuer.test"
const noAdapter = { adapter: undefined }

/** Returns the authorization request of a provider. */
async function startSignIn(provider: Partial<OIDCConfig>, config: Parameters<typeof oauthService>[0] = noAdapter) {
  const service = await oauthService(config, provider)
  const browser = service.browser()
  const answer = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken() })
  return { url: new URL(answer.headers.get("location") ?? ""), service, browser }
}

/** Signs Ada in. Returns her user, and the requests that the provider received. */
async function finishSignIn(provider: Partial<OIDCConfig>, config: Parameters<typeof oauthService>[0] = noAdapter) {
  const service = await oauthService(config, provider)
  const browser = service.browser()
  const answer = await service.enter(browser, ada)
  return { who: await signedInName(browser), answer, service, browser }
}
const requestsAt = ({ issuer }: OAuthService, path: string) =>
  issuer.requests.filter(({ url }) => url.startsWith(ISSUER + path))
const OAUTH: Partial<OAuthConfig> = {
  type: "oauth",
  issuer: undefined,
  authorization: `${ISSUER}/authorize`,
  token: `${ISSUER}/token`,
  userinfo: `${ISSUER}/userinfo`,
  profile: (profile) => ({ id: String(profile.sub), name: profile.name ?? null, email: profile.email ?? null }),
}
const oauth = OAUTH as Partial<OIDCConfig> // the helpers accept either type

describe("endpoints", () => {
  test("authorization may be a string that keeps its own query", async () => {
    const { url } = await startSignIn({ authorization: `${ISSUER}/authorize?audience=api` })
    expect(url.searchParams.get("audience")).toBe("api")
    expect(url.searchParams.get("scope")).toBe("openid profile email")
  })

  test("authorization may be an object with url and params, including scope", async () => {
    const { url } = await startSignIn({
      authorization: { url: `${ISSUER}/elsewhere`, params: { scope: "openid", prompt: "consent" } },
    })
    expect(url.pathname).toBe("/elsewhere")
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ scope: "openid", prompt: "consent" })
  })

  test("token may be a string or a handler", async () => {
    expect((await finishSignIn({ token: `${ISSUER}/token` })).who).toBe(ada.email)
    const request = vi.fn(async () => ({ tokens: { access_token: "made-here", token_type: "bearer" as const } }))
    const fetched = await finishSignIn({
      ...oauth,
      token: { request },
      userinfo: { request: async ({ tokens }) => ({ ...ada, name: tokens.access_token ?? null }) },
    })
    expect(request).toHaveBeenCalledTimes(1)
    expect(await (await fetched.browser.get("/session")).json()).toMatchObject({ user: { name: "made-here" } })
  })

  test("userinfo may be a string", async () => {
    const { who, service } = await finishSignIn(oauth)
    expect(who).toBe(ada.email)
    expect(requestsAt(service, "/userinfo")[0]?.headers.get("authorization")).toMatch(/^Bearer access-/)
  })

  test("wellKnown is the URL of the discovery document", async () => {
    const { who, service } = await finishSignIn({ wellKnown: `${ISSUER}/.well-known/openid-configuration` })
    expect(who).toBe(ada.email)
    expect(requestsAt(service, "/.well-known/openid-configuration")).toHaveLength(1)
  })

  test("issuer is enough for OpenID Connect", async () => {
    expect((await finishSignIn({})).who).toBe(ada.email)
  })

  test("jwks_endpoint is the URL of the keys", async () => {
    const { service } = await finishSignIn({
      authorization: `${ISSUER}/authorize`,
      token: `${ISSUER}/token`,
      userinfo: `${ISSUER}/userinfo`,
      jwks_endpoint: `${ISSUER}/jwks`,
    })
    expect(requestsAt(service, "/jwks")).toHaveLength(1)
  })
})

describe("checks", () => {
  const parameters = async (checks: OIDCConfig["checks"], base: Partial<OIDCConfig> = {}) => {
    const { url } = await startSignIn({ ...base, ...(checks && { checks }) })
    return ["code_challenge", "state", "nonce"].filter((name) => url.searchParams.has(name))
  }

  test("are [pkce] by default, and state is always sent too", async () => {
    expect(await parameters(undefined)).toEqual(["code_challenge", "state"])
  })

  test.each<[string, OIDCConfig["checks"], string[]]>([
    ["none", ["none"], ["state"]],
    ["state", ["state"], ["state"]],
    ["pkce", ["pkce"], ["code_challenge", "state"]],
    ["nonce", ["nonce"], ["state", "nonce"]],
    ["pkce and state", ["pkce", "state"], ["code_challenge", "state"]],
    ["pkce and nonce", ["pkce", "nonce"], ["code_challenge", "state", "nonce"]],
    ["state and nonce", ["state", "nonce"], ["state", "nonce"]],
    ["all", ["pkce", "state", "nonce"], ["code_challenge", "state", "nonce"]],
  ])("OpenID Connect with %s", async (_, checks, expected) => {
    expect(await parameters(checks)).toEqual(expected)
    expect((await finishSignIn({ ...(checks && { checks }) })).who).toBe(ada.email)
  })

  test.each<[string, OIDCConfig["checks"], string[]]>([
    ["none", ["none"], ["state"]],
    ["state", ["state"], ["state"]],
    ["pkce", ["pkce"], ["code_challenge", "state"]],
    ["pkce and state", ["pkce", "state"], ["code_challenge", "state"]],
  ])("OAuth 2.0 with %s", async (_, checks, expected) => {
    expect(await parameters(checks, oauth)).toEqual(expected)
    expect((await finishSignIn({ ...oauth, ...(checks && { checks }) })).who).toBe(ada.email)
  })
})

describe("the identity", () => {
  test("comes from the userinfo endpoint with idToken false, and an ID token is still required", async () => {
    const { who, service } = await finishSignIn({ idToken: false })
    expect(who).toBe(ada.email)
    expect(requestsAt(service, "/userinfo")).toHaveLength(1)
    const without = await oauthService(noAdapter, { idToken: false })
    without.issuer.responses.token = ({ id_token: _, ...rest }) => rest
    const browser = without.browser()
    await without.enter(browser, ada)
    expect(await signedInName(browser)).toBeNull()
  })

  test("is made by profile from the profile and the tokens", async () => {
    const profile = vi.fn(() => ({ id: "7", name: "Countess", email: "c@example.com" }))
    const { browser } = await finishSignIn({ profile })
    expect(profile).toHaveBeenCalledWith(
      expect.objectContaining({ sub: "ada" }),
      expect.objectContaining({ access_token: expect.any(String) }),
      expect.anything(),
    )
    expect(await (await browser.get("/session")).json()).toMatchObject({ user: { name: "Countess" } })
  })

  test("contains id, email, name and image by default", async () => {
    const signIn = vi.fn(() => true)
    await finishSignIn({}, { ...noAdapter, callbacks: { signIn } })
    expect(signIn).toHaveBeenCalledWith(
      expect.objectContaining({ user: { id: "ada", name: "Ada", email: "ada@example.com", image: null } }),
    )
  })

  test("stores the fields of the tokens that account returns", async () => {
    const kept = async (provider: Partial<OIDCConfig>) => {
      const { service } = await finishSignIn(provider, {})
      const user = await service.adapter.getUserByEmail(ada.email)
      const [account] = await service.adapter.listAccounts(user?.id ?? "")
      const { label: _, proven_email: _proof, ...rest } = account ?? ({} as Partial<AdapterAccount>) // what Latchkit's adapters also store
      return Object.keys(rest).sort()
    }
    const key = ["provider", "providerAccountId", "type", "userId"]
    expect(await kept({})).toEqual(["access_token", "expires_at", "id_token", ...key, "token_type"].sort())
    expect(await kept({ account: ({ access_token }) => (access_token ? { access_token } : {}) })).toEqual(
      ["access_token", ...key].sort(),
    )
  })
})

const { privateKey } = await generateKeyPair("ES256", { extractable: true })

describe("the client", () => {
  test.each<[string, Partial<OIDCConfig>, (request: { headers: Headers; body: string }) => unknown]>([
    [
      "client_secret_basic, the default",
      {},
      ({ headers }) => headers.get("authorization") === `Basic ${btoa("client:secret")}`,
    ],
    [
      "client_secret_post",
      { client: { token_endpoint_auth_method: "client_secret_post" } },
      ({ headers, body }) =>
        !headers.has("authorization") && new URLSearchParams(body).get("client_secret") === "secret",
    ],
    [
      "none",
      { clientSecret: undefined, client: { token_endpoint_auth_method: "none" } },
      ({ headers, body }) => !headers.has("authorization") && !body.includes("secret"),
    ],
    [
      "client_secret_jwt",
      { client: { token_endpoint_auth_method: "client_secret_jwt" } },
      ({ body }) => new URLSearchParams(body).get("client_assertion")?.split(".").length === 3,
    ],
    [
      "private_key_jwt",
      { clientSecret: undefined, privateKey, client: { token_endpoint_auth_method: "private_key_jwt" } },
      ({ body }) => new URLSearchParams(body).get("client_assertion_type")?.endsWith("jwt-bearer"),
    ],
  ])("authenticates by %s", async (_, provider, holds) => {
    const { service } = await finishSignIn(provider)
    const [request] = requestsAt(service, "/token")
    expect(request && holds(request)).toBe(true)
  })

  test("customFetch replaces the fetch of the provider's endpoints", async () => {
    const { issuer } = await oauthService()
    const own = vi.fn(issuer.fetch)
    const rejected = async () => Promise.reject(new Error("not this one"))
    const service = await oauthService({ ...noAdapter, fetch: rejected }, { [customFetch]: own })
    const browser = service.browser()
    const answer = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken() })
    await browser.get(`/callback/acme?${issuer.authorize(answer.headers.get("location") ?? "", ada)}`)
    expect(await signedInName(browser)).toBe(ada.email)
    expect(own.mock.calls.length).toBeGreaterThanOrEqual(3)
  })
})

test("style.logo replaces the logo on the button", async () => {
  const { auth } = await oauthService(noAdapter, { style: { logo: "/acme.svg" } })
  const page = await auth.handle(new Request("https://app.test/auth/signin"))
  expect(await page.text()).toContain('src="/acme.svg"')
})

test("allowDangerousEmailAccountLinking is false by default: the address of another user links nothing", async () => {
  const linked = async (allowDangerousEmailAccountLinking?: boolean) => {
    const service = await oauthService(
      {},
      { ...(allowDangerousEmailAccountLinking && { allowDangerousEmailAccountLinking }) },
    )
    await service.adapter.createUser({ id: "", email: ada.email, emailVerified: new Date(1), name: "Ada" })
    const browser = service.browser()
    await service.enter(browser, ada)
    return signedInName(browser)
  }
  expect(await linked()).toBeNull()
  expect(await linked(true)).toBe(ada.email)
})
