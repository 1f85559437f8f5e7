import { describe, expect, test } from "vitest"
import { createAuth } from "../service/auth.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import {
  Apple,
  Auth0,
  AzureAD,
  GitHub,
  Google,
  Keycloak,
  LoginGov,
  MicrosoftEntraID,
  PayPal,
  WeChat,
  WorkOS,
} from "./catalogue/index.ts"
import { OAuth } from "./oauth.ts"
import { OIDC } from "./oidc.ts"
import { Passkey, WebAuthn } from "./passkey.ts"
import { customFetch, type Fetch, type Provider } from "./types.ts"

describe("a provider function", () => {
  test("needs only the environment if the row requires nothing", () => {
    expect(GitHub()).toMatchObject({ id: "github", type: "oauth", checks: ["pkce", "state"], emailTrust: "claim" })
    expect(GitHub()).not.toHaveProperty("problems")
  })

  test.each<[string, (own: Fetch) => Provider]>([
    ["passes it", (own) => GitHub({ [customFetch]: own, enterprise: { baseUrl: "https://ghe.example" } })],
    ["adds it to the provider", (own) => ({ ...GitHub(), [customFetch]: own })],
    ["passes it to OIDC", (own) => OIDC({ id: "github", issuer: "https://ghe.example", [customFetch]: own })],
  ])("uses the app's own fetch if the app %s", async (_, provider) => {
    const asked: string[] = []
    const own: Fetch = async (input) => {
      asked.push(String(input))
      return Response.json({})
    }
    const env = { AUTH_URL: "https://app.test/auth", AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "secret" }
    const logger = { error: () => undefined, warn: () => undefined }
    const auth = createAuth({ providers: [provider(own)], secret: "s".repeat(32), logger }, { env })
    const browser = cookieClient(auth)
    const csrfToken = await browser.csrfToken()
    const started = await browser.post("/signin/github", { csrfToken })
    const state = new URL(started.headers.get("location") ?? "").searchParams.get("state") ?? ""
    await browser.get(`/callback/github?${new URLSearchParams({ code: "code", state })}`)
    expect(asked.length).toBeGreaterThan(0)
  })

  test("takes an option as it is, because an app's users may have typed it (threat 626)", () => {
    const issuer = "https://issuer.test/{clientId}/{clientId.x}"
    expect(OIDC({ id: "acme", issuer, clientId: "client" }).issuer).toBe(issuer)
  })

  test("puts options into URLs, and tolerates an extra slash", () => {
    expect(GitHub({ baseUrl: "https://ghe.example/" })).toMatchObject({
      issuer: "https://ghe.example/login/oauth",
      authorization: { url: "https://ghe.example/login/oauth/authorize" },
      userinfo: { url: "https://ghe.example/api/v3/user" },
    })
    expect(GitHub({ baseUrl: "https://acme.ghe.com" }).userinfo).toMatchObject({ url: "https://api.acme.ghe.com/user" })
    expect(GitHub({ enterprise: { baseUrl: "https://ghe.example" } })).toMatchObject({
      issuer: "https://ghe.example/login/oauth",
      token: { url: "https://ghe.example/login/oauth/access_token" },
      userinfo: { url: "https://ghe.example/api/v3/user" },
      emailTrust: "idp",
    })
    expect(Auth0({ issuer: "https://a.auth0.com" }).issuer).toBe("https://a.auth0.com/")
    expect(Auth0({ issuer: "https://a.auth0.com/" }).issuer).toBe("https://a.auth0.com/")
  })

  test("keeps the app's overrides so that Latchkit applies them to the row", () => {
    const profile = () => ({ id: "1" })
    expect(GitHub({ clientId: "a", profile, authorization: { params: { scope: "repo" } } }).options).toEqual({
      clientId: "a",
      profile,
      authorization: { params: { scope: "repo" } },
    })
    expect(Keycloak({ issuer: "https://kc/realms/x" }).options).toEqual({})
  })

  test("requests the app's scopes in place of the row's", () => {
    expect(GitHub({ scopes: "repo" }).authorization).toMatchObject({ params: { scope: "repo" } })
    expect(GitHub().authorization).toMatchObject({ params: { scope: expect.stringContaining("user") } })
    const moved = GitHub({ scopes: "repo" }).withOptions?.({ clientId: "a" })
    expect(moved?.authorization).toMatchObject({ params: { scope: "repo" } })
    expect(GitHub({ clientId: "a", scopes: "repo" }).options).toEqual({ clientId: "a" })
  })

  test("names the provider and the missing option", () => {
    // Calls it as plain JavaScript does, without the types that would reject this
    const call = Auth0 as unknown as () => ReturnType<typeof Auth0>
    expect(call().problems).toEqual([expect.stringMatching(/Auth0 \(auth0\) needs the option `issuer`/)])
    expect((LoginGov as unknown as typeof call)().problems).toEqual([expect.stringContaining("`privateKey`")])
  })

  test("reads missing options from the environment, and the app's own value takes precedence", () => {
    const call = Auth0 as unknown as () => ReturnType<typeof Auth0>
    expect(call().withOptions?.({ issuer: "https://env.auth0.com" })).not.toHaveProperty("problems")
    expect(call().withOptions?.({ issuer: "https://env.auth0.com" }).issuer).toBe("https://env.auth0.com/")
    expect(Auth0({ issuer: "https://own.example" }).withOptions?.({ issuer: "https://env.example" }).issuer).toBe(
      "https://own.example/",
    )
    expect(GitHub().withOptions?.({ issuer: "https://evil.example" }).issuer).toBe("https://github.com/login/oauth")
  })

  test("sends a parameter only if its option is set", () => {
    expect(WorkOS({ connection: "conn_1" }).authorization).toEqual({
      url: "https://api.workos.com/sso/authorize",
      params: { connection: "conn_1" },
    })
  })

  test("uses an option that changes the endpoints", () => {
    expect(PayPal({ environment: "sandbox" }).token).toMatchObject({
      url: "https://api-m.sandbox.paypal.com/v1/oauth2/token",
    })
    expect(WeChat({ platformType: "WebsiteApp" }).authorization).toEqual({
      url: "https://open.weixin.qq.com/connect/qrconnect#wechat_redirect",
      params: { scope: "snsapi_login" },
    })
  })

  test("returns a new object on each call", () => {
    expect(GitHub()).not.toBe(GitHub())
    expect(GitHub.row.id).toBe("github")
  })

  test("warns if a provider was renamed or is deprecated", () => {
    expect(AzureAD()).toMatchObject({ id: "azure-ad", deprecated: expect.stringContaining("microsoft-entra-id") })
    expect(MicrosoftEntraID()).not.toHaveProperty("deprecated")
  })

  test("makes Apple's secret only of a complete key", () => {
    expect(Apple({ teamId: "T", keyId: "K" })).not.toHaveProperty("clientSecret")
    expect(Apple({ teamId: "T", keyId: "K", privateKey: "pem" }).clientSecret).toBeTypeOf("function")
    expect(Apple({ teamId: "T", keyId: "K", privateKey: "pem" })).not.toHaveProperty("privateKey")
  })
})

describe("a provider that is not in the catalogue", () => {
  test("supports OpenID Connect with an id and an issuer", () => {
    expect(OIDC({ id: "acme", issuer: "https://login.acme.example" })).toMatchObject({
      id: "acme",
      name: "acme",
      type: "oidc",
      issuer: "https://login.acme.example",
      checks: ["pkce", "state", "nonce"],
      authorization: { params: { scope: "openid profile email" } },
    })
  })

  test("supports OAuth with three endpoints and a mapping", () => {
    const provider = OAuth({
      id: "acme",
      name: "Acme",
      authorization: "https://acme.example/authorize",
      token: "https://acme.example/token",
      userinfo: "https://api.acme.example/me",
      scopes: "me",
      profile: { id: "uid", name: ({ display_name, login }) => display_name || login, email: "mail" },
    })
    expect(provider).toMatchObject({
      name: "Acme",
      authorization: { params: { scope: "me" } },
      emailTrust: "unverified",
    })
    const context = { extra: {}, form: {}, fetch: globalThis.fetch }
    expect(provider.profile?.({ uid: 5, login: "ada" }, {}, context)).toMatchObject({
      id: "5",
      name: "ada",
      emailVerified: false,
    })
  })

  test("reports which field of a mapping isn't a path", () => {
    const endpoints = {
      authorization: "https://a.example/a",
      token: "https://a.example/t",
      userinfo: "https://a.example/u",
    }
    const provider = OAuth({ id: "acme", ...endpoints, profile: { id: "uid", name: "display_name|login" } })
    expect(provider.problems).toEqual([expect.stringMatching(/acme has `profile.name` "display_name\|login"/)])
    expect(OAuth({ id: "acme", ...endpoints, profile: { id: "data.uid" } })).not.toHaveProperty("problems")
  })

  test("accepts a function for the profile", () => {
    const profile = ({ uid }: { uid: string }) => ({ id: uid })
    const endpoints = {
      authorization: "https://a.example/a",
      token: "https://a.example/t",
      userinfo: "https://a.example/u",
    }
    expect(OAuth({ id: "acme", ...endpoints, profile }).options?.profile).toBe(profile)
  })

  test("supports passkeys with an id that stored accounts have", () => {
    expect(Passkey()).toMatchObject({ id: "passkey", name: "Passkey", type: "webauthn" })
    expect(WebAuthn()).toMatchObject({ id: "webauthn", name: "WebAuthn", type: "webauthn" })
  })
})

describe("a provider that lacks an option fails alone", () => {
  const service = (providers: Provider[], env: Record<string, string> = {}) => {
    const logged: string[] = []
    const logger = {
      error: (error: Error) => void logged.push(error.message),
      warn: () => undefined,
      debug: () => undefined,
    }
    const given = { AUTH_URL: "https://app.test/auth", AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "s", ...env }
    return { logged, auth: createAuth({ providers, secret: "x".repeat(32), logger }, { env: given }) }
  }
  const cases: [string, Provider, Record<string, string>, RegExp][] = [
    ["a client id", Google, {}, /"google" has no `clientId`: set AUTH_GOOGLE_ID/],
    ["a client id, called", Google({ clientId: undefined }), {}, /set AUTH_GOOGLE_ID/],
    [
      "an issuer",
      Keycloak,
      { AUTH_KEYCLOAK_ID: "id" },
      /Keycloak \(keycloak\) needs the option `issuer` or set AUTH_KEYCLOAK_ISSUER/,
    ],
    [
      "an endpoint",
      { id: "own", name: "Own", type: "oauth", clientId: "c", token: "https://a.test/t" },
      {},
      /no `authorization`, `userinfo`/,
    ],
  ]

  test.each(cases)("%s: is logged once, and everything else works", async (_, provider, env, sentence) => {
    const { auth, logged } = service([GitHub, provider], env)
    const browser = cookieClient(auth)
    expect(Object.keys((await (await browser.get("/providers")).json()) as object)).toEqual(["github"])
    expect((await browser.get("/session")).status).toBe(200)
    const page = await (await browser.get("/signin")).text()
    expect(page).toContain("/signin/github")
    expect(page).not.toMatch(/signin\/(google|keycloak|own)/)
    const started = await browser.post("/signin/github", { csrfToken: await browser.csrfToken() })
    expect(started.headers.get("location")).toMatch(/^https:\/\/github\.com\//)
    expect(logged).toEqual([expect.stringMatching(sentence)])
  })

  test("its own sign-in is a configuration error", async () => {
    const browser = cookieClient(service([GitHub, Google]).auth)
    const answer = await browser.post("/signin/google", { csrfToken: await browser.csrfToken() })
    expect([answer.status, answer.headers.get("location")]).toEqual([
      302,
      "https://app.test/auth/error?error=Configuration",
    ])
    expect((await browser.get("/signin/nobody")).status).toBe(404)
  })
})

test("has no providers in a configuration without `providers`", async () => {
  const auth = createAuth({ secret: "x".repeat(32) }, { env: { AUTH_URL: "https://app.test/auth" } })
  const answer = await auth.handle(new Request("https://app.test/auth/providers"))
  expect([answer.status, await answer.json()]).toEqual([200, {}])
})

test("completes a provider from the environment: id, secret and issuer", () => {
  const logged: string[] = []
  const logger = {
    error: (error: Error) => void logged.push(error.message),
    warn: () => undefined,
    debug: () => undefined,
  }
  const bare = Keycloak({ name: "Acme" })
  const env = { AUTH_KEYCLOAK_ID: "id", AUTH_KEYCLOAK_SECRET: "s", AUTH_KEYCLOAK_ISSUER: "https://kc.example/realms/a" }
  createAuth({ providers: [bare], secret: "x".repeat(32), trustHost: true, logger }, { env })
  createAuth({ providers: [Keycloak], secret: "x".repeat(32), trustHost: true, logger }, { env })
  expect(logged).toEqual([])
})

test("keeps an app's overrides of a provider, even if the environment completes it", async () => {
  const env = { AUTH_URL: "https://app.test", AUTH_OURS_ID: "from-env", AUTH_OURS_SECRET: "s" }
  const ours = { ...GitHub(), id: "ours", name: "Our own GitHub", authorization: "https://git.test/authorize" }
  const quiet = { error: () => undefined, warn: () => undefined, debug: () => undefined }
  const auth = createAuth(
    { providers: [GitHub({ clientId: "id" }), ours], secret: "x".repeat(32), logger: quiet },
    { env },
  )
  const listed = await (await auth.handle(new Request("https://app.test/auth/providers"))).json()
  expect(Object.keys(listed)).toEqual(["github", "ours"])
  expect(listed.ours.name).toBe("Our own GitHub")
  const { url } = await auth.signIn({ headers: {} }, "ours")
  expect(url).toMatch(/^https:\/\/git\.test\/authorize\?.*client_id=from-env/)
})
