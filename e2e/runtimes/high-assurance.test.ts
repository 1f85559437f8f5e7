import { exportJWK, generateKeyPair, decodeJwt, decodeProtectedHeader } from "jose"
import type { ClientMetadata } from "oidc-provider"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { MemoryAdapter } from "../../server/adapters/memory.ts"
import { createAuth } from "../../server/service/auth.ts"
import type { Fetch, OIDCConfig } from "../../server/providers/types.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { errorParam } from "../../server/test-kit/oauth-service.ts"
import { visitAsPerson } from "../idp/as-person.ts"
import { startIdp, type Idp } from "../idp/idp.ts"

const BASE = "https://app.test/auth"
const world = {} as { idp: Idp; key: CryptoKey } // set before the tests

beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair("ES256")
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: "app-1", alg: "ES256", use: "sig" }] }
  const client: ClientMetadata = {
    client_id: "app",
    redirect_uris: [`${BASE}/callback/bank`],
    token_endpoint_auth_method: "private_key_jwt",
    token_endpoint_auth_signing_alg: "ES256",
    id_token_signed_response_alg: "PS256",
    authorization_signed_response_alg: "PS256",
    request_object_signing_alg: "ES256",
    grant_types: ["authorization_code", "refresh_token"],
    dpop_bound_access_tokens: true,
    jwks: jwks as never, // jose and oidc-provider have two types for the same format
  }
  world.idp = await startIdp({ clients: [client], highAssurance: true })
  world.key = privateKey
})
afterAll(() => world.idp.stop())

interface Seen {
  url: URL
  method: string
  headers: Headers
  body: URLSearchParams
  status: number
}

/** An app with the provider, a browser, and every request that the app made to it. */
function createApp(options: Partial<OIDCConfig> = {}, adapter = MemoryAdapter()) {
  const seen: Seen[] = []
  const fetchProvider: Fetch = async (input, init) => {
    const request = new Request(input, init)
    const body = new URLSearchParams(await request.clone().text())
    const response = await fetch(request)
    seen.push({
      url: new URL(request.url),
      method: request.method,
      headers: request.headers,
      body,
      status: response.status,
    })
    return response
  }
  const logged: string[] = []
  const auth = createAuth(
    {
      secret: "s".repeat(32),
      adapter,
      rateLimit: false,
      fetch: fetchProvider,
      logger: { error: (error) => void logged.push(String(error)) },
      providers: [
        {
          id: "bank",
          name: "Bank",
          type: "oidc",
          issuer: world.idp.issuer,
          clientId: "app",
          privateKey: { key: world.key, kid: "app-1" },
          client: {
            token_endpoint_auth_method: "private_key_jwt",
            id_token_signed_response_alg: "PS256",
            authorization_signed_response_alg: "PS256",
          },
          authorization: { params: { scope: "openid email profile offline_access", prompt: "consent" } },
          dpop: true,
          ...options,
        },
      ],
    },
    { env: { AUTH_URL: BASE } },
  )
  const browser = cookieClient(auth)
  const start = async () => {
    const response = await browser.post("/signin/bank", { csrfToken: await browser.csrfToken(), callbackUrl: "/in" })
    return new URL(response.headers.get("location") ?? "")
  }
  const requests = (path: string) => seen.filter(({ url }) => url.pathname === path)
  return { auth, adapter, browser, start, seen, requests, logged: () => logged.join("\n") }
}

describe("a provider with the FAPI 2.0 profile", () => {
  test("signs in with a pushed request, a signed client assertion and bound tokens", async () => {
    const { start, browser, requests, adapter, auth } = createApp()
    const url = await start()
    expect([...url.searchParams.keys()]).toEqual(["client_id", "request_uri"])
    const [pushed] = requests("/request")
    expect(pushed?.body.get("code_challenge_method")).toBe("S256")
    expect(pushed?.body.get("dpop_jkt")).toMatch(/^[\w-]{43}$/)
    expect(decodeJwt(pushed?.body.get("client_assertion") ?? "")).toMatchObject({ iss: "app", aud: world.idp.issuer })
    const callback = await visitAsPerson(url.href, BASE)
    expect(new URLSearchParams(callback.split("?")[1]).get("iss")).toBe(world.idp.issuer)
    expect((await browser.get(callback)).headers.get("location")).toBe("https://app.test/in")
    // The provider rejects the first proof, which has no nonce
    expect(requests("/token").map(({ status }) => status)).toEqual([400, 200])
    const proofs = requests("/token").map(({ headers }) => headers.get("dpop") ?? "")
    expect(proofs.map((proof) => decodeJwt(proof)["nonce"] !== undefined)).toEqual([false, true])
    expect(decodeProtectedHeader(proofs[1] ?? "")).toMatchObject({ typ: "dpop+jwt", alg: "ES256" })
    const account = await adapter.getAccount("person-ada", "bank")
    expect(account).toMatchObject({ token_type: "dpop", dpop_key: expect.stringMatching(/^ey/) })
    const token = await auth.getAccessToken(browser.request("/"), "bank")
    const me = await token.fetch(`${world.idp.issuer}/me`)
    expect(await me.json()).toMatchObject({ sub: "person-ada" })
    const bearer = await fetch(`${world.idp.issuer}/me`, { headers: { authorization: `Bearer ${token.accessToken}` } })
    expect(bearer.status).toBe(401)
  })

  test("signs in with a signed request and a signed response", async () => {
    const { start, browser, requests } = createApp({ signedRequest: true, signedResponse: true })
    const url = await start()
    expect([...url.searchParams.keys()]).toEqual(["client_id", "request_uri"])
    const [pushed] = requests("/request")
    expect(decodeJwt(pushed?.body.get("request") ?? "")).toMatchObject({ iss: "app", response_mode: "jwt" })
    const callback = await visitAsPerson(url.href, BASE)
    expect([...new URLSearchParams(callback.split("?")[1]).keys()]).toEqual(["response"])
    expect((await browser.get(callback)).headers.get("location")).toBe("https://app.test/in")
    expect(await (await browser.get("/session")).json()).toMatchObject({ user: { email: "ada@people.example" } })
  })

  test("refreshes a bound token with its own key", async () => {
    const { start, browser, adapter, auth, requests } = createApp()
    await browser.get(await visitAsPerson((await start()).href, BASE))
    const first = await auth.getAccessToken(browser.request("/"), "bank")
    await adapter.updateAccount({ provider: "bank", providerAccountId: "person-ada", expires_at: 1 })
    const second = await auth.getAccessToken(browser.request("/"), "bank")
    expect(second.accessToken).not.toBe(first.accessToken)
    expect(await (await second.fetch(`${world.idp.issuer}/me`)).json()).toMatchObject({ sub: "person-ada" })
    const keys = requests("/token").map(({ headers }) => decodeProtectedHeader(headers.get("dpop") ?? "").jwk?.x)
    expect(new Set(keys).size).toBe(1)
  })

  test("rejects a response that names another issuer (threat 64)", async () => {
    const { start, browser, requests, logged } = createApp()
    const callback = await visitAsPerson((await start()).href, BASE)
    const [path = "", query] = callback.split("?")
    const parameters = new URLSearchParams(query)
    parameters.set("iss", "https://evil.test")
    expect(errorParam(await browser.get(`${path}?${parameters}`))).toBe("OAuthCallbackError")
    expect(logged()).toContain("iss")
    expect(requests("/token")).toEqual([])
  })

  test("the provider accepts a reference once, and no other", async () => {
    const { start } = createApp()
    const url = await start()
    await visitAsPerson(url.href, BASE)
    await expect(visitAsPerson(url.href, BASE)).rejects.toThrow(/The provider responded with 400/)
    url.searchParams.set("request_uri", "urn:ietf:params:oauth:request_uri:unknown")
    await expect(visitAsPerson(url.href, BASE)).rejects.toThrow(/The provider responded with 400/)
  })

  test("accepts no request through the browser, and no bearer token", async () => {
    const plain = createApp({ pushedAuthorization: false })
    expect(await visitAsPerson((await plain.start()).href, BASE)).toContain("error=invalid_request&")
    const { start, browser } = createApp({
      token: { transformResponse: () => Response.json({ access_token: "stolen", token_type: "Bearer" }) },
    })
    const callback = await visitAsPerson((await start()).href, BASE)
    expect(errorParam(await browser.get(callback))).toBe("OAuthCallbackError")
  })
})
