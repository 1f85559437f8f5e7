import { createHash } from "node:crypto"
import { exportJWK, generateKeyPair, SignJWT } from "jose"
import { describe, expect, test, vi } from "vitest"
import { createAuth } from "../service/auth.ts"
import type { AuthConfig } from "../service/config.ts"
import { Cognito } from "../providers/catalogue/cognito.ts"
import { Facebook } from "../providers/catalogue/facebook.ts"
import { Kakao } from "../providers/catalogue/kakao.ts"
import { OIDC } from "../providers/index.ts"
import type { OAuthConfig } from "../providers/types.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import { fakeIssuer, type FakeIssuer } from "../testing/fake-issuer.ts"

const CLIENT = { clientId: "client", clientSecret: "secret" }
type Fetch = NonNullable<AuthConfig["fetch"]>

function serviceOf(provider: OAuthConfig, fetch: Fetch, { url = "https://app.test", mode = "production" } = {}) {
  const error = vi.fn()
  const auth = createAuth(
    { providers: [provider], secret: "s".repeat(32), fetch, logger: { error, warn: () => undefined } },
    { env: { AUTH_URL: url, NODE_ENV: mode } },
  )
  const browser = cookieClient(auth, new Map(), `${url}/auth`)
  const start = async (callbackUrl = "/in") =>
    (await browser.post(`/signin/${provider.id}`, { csrfToken: await browser.csrfToken(), callbackUrl })).headers.get(
      "location",
    ) ?? ""
  const finish = async (parameters: URLSearchParams | string) =>
    (await browser.get(`/callback/${provider.id}?${parameters}`)).headers.get("location") ?? ""
  return { browser, start, finish, logged: () => error.mock.calls.map(([one]) => String(one)).join("\n") }
}

const acme = (issuer: FakeIssuer, more = {}) => OIDC({ id: "acme", issuer: issuer.issuer, ...CLIENT, ...more })

describe("a provider that the server reaches at another host than the browser", () => {
  const [outside, inside] = ["http://localhost:8080/realms/x", "http://keycloak:8080/realms/x"]
  const endpoints = {
    authorization: `${outside}/authorize`,
    token: `${inside}/token`,
    userinfo: `${inside}/userinfo`,
    jwks_endpoint: `${inside}/jwks`,
  }

  async function containers(options: object, mode: string) {
    const issuer = await fakeIssuer({ issuer: outside })
    const fetch: Fetch = async (input, init) => {
      const { url, method, headers, body } = new Request(input, init)
      const text = body ? await new Response(body).text() : undefined
      return issuer.fetch(url.replace("//keycloak:", "//localhost:"), {
        method,
        headers,
        ...(text !== undefined && { body: text }),
      })
    }
    const service = serviceOf(acme(issuer, options), fetch, { url: "http://localhost:3000", mode })
    const url = await service.start()
    const end = url.includes("error=") ? url : await service.finish(issuer.authorize(url))
    return { end, logged: service.logged() }
  }

  test.each([
    ["its endpoints", endpoints],
    ["its discovery document", { wellKnown: `${inside}/.well-known/openid-configuration` }],
  ])("works in development with the option, by %s", async (_, more) => {
    const { end } = await containers({ ...more, allowInsecureRequests: true }, "development")
    expect(end).toBe("http://localhost:3000/in")
  })

  test.each([
    ["in production", { ...endpoints, allowInsecureRequests: true }, "production"],
    ["without the option", endpoints, "development"],
  ])("is rejected %s, and the log names the option (threat 100)", async (_, options, mode) => {
    const { end, logged } = await containers(options, mode)
    expect(end).toContain("error=")
    expect(logged).toMatch(/uses http: for keycloak:8080.*allowInsecureRequests/)
  })
})

describe("a faulty endpoint in the discovery document", () => {
  const FAULTS = ["http://plain.test/x", 7, "https://localhost/x"]

  test.each(FAULTS)("doesn't block a sign-in that doesn't use it: %j", async (fault) => {
    const issuer = await fakeIssuer()
    issuer.responses.discovery = (document) => ({
      ...document,
      end_session_endpoint: fault,
      userinfo_endpoint: fault,
      mtls_endpoint_aliases: { token_endpoint: fault },
    })
    const { start, finish } = serviceOf(acme(issuer), issuer.fetch)
    expect(await finish(issuer.authorize(await start()))).toBe("https://app.test/in")
  })

  test.each(FAULTS)("blocks a sign-in that needs it: %j (threat 99)", async (fault) => {
    for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"]) {
      const issuer = await fakeIssuer()
      issuer.responses.discovery = (document) => ({ ...document, [name]: fault })
      if (name === "userinfo_endpoint") issuer.responses.claims = ({ name: _, email: __, ...claims }) => claims
      const { start, finish, logged } = serviceOf(acme(issuer), issuer.fetch)
      const url = await start()
      expect(url.includes("error=") ? url : await finish(issuer.authorize(url))).toContain("error=")
      expect(logged()).toContain(name)
    }
  })
})

test.each([60, 299])("accepts an ID token of a clock that is %i seconds ahead, but no later one", async (seconds) => {
  const at = async (ahead: number) => {
    const issuer = await fakeIssuer()
    const now = Math.floor(Date.now() / 1000) + ahead
    issuer.responses.claims = (claims) => ({ ...claims, iat: now, nbf: now, exp: now + 60 })
    const { start, finish } = serviceOf(acme(issuer), issuer.fetch)
    return finish(issuer.authorize(await start()))
  }
  expect(await at(seconds)).toBe("https://app.test/in")
  expect(await at(310)).toContain("error=")
})

test.each(["EdDSA", "Ed25519"])("checks `at_hash` of a token that is signed with %s", async (alg) => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: "two", alg, use: "sig" }
  const signedFor = async (access: string | undefined) => {
    const issuer = await fakeIssuer()
    issuer.responses.keys = () => [jwk]
    issuer.responses.discovery = (document) => ({ ...document, id_token_signing_alg_values_supported: [alg, "RS256"] })
    issuer.responses.token = async (body) => {
      const claims: object = JSON.parse(
        Buffer.from(String(body["id_token"]).split(".")[1] ?? "", "base64url").toString(),
      )
      const digest = createHash("sha512")
        .update(access ?? String(body["access_token"]))
        .digest()
      const hash = digest.subarray(0, 32).toString("base64url")
      const token = new SignJWT({ ...claims, at_hash: hash }).setProtectedHeader({ alg, kid: "two" })
      return { ...body, id_token: await token.sign(privateKey) }
    }
    const { start, finish } = serviceOf(acme(issuer), issuer.fetch)
    return finish(issuer.authorize(await start()))
  }
  expect(await signedFor(undefined)).toBe("https://app.test/in")
  expect(await signedFor("another token")).toContain("error=")
})

test("signs out at Cognito with the parameter that it expects", async () => {
  const issuer = await fakeIssuer({ issuer: "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_x" })
  const endSession = "https://acme.auth.eu-west-1.amazoncognito.com/logout"
  const provider = Cognito({ ...CLIENT, issuer: issuer.issuer, endSession })
  const { browser, start, finish } = serviceOf(provider, issuer.fetch)
  await finish(issuer.authorize(await start()))
  const out = await browser.post("/signout", { csrfToken: await browser.csrfToken() })
  const to = new URL((await browser.get(out.headers.get("location") ?? "")).headers.get("location") ?? "")
  expect(Object.fromEntries(to.searchParams)).toMatchObject({
    client_id: "client",
    logout_uri: "https://app.test/auth/signout/cognito",
  })
  expect(to.searchParams.has("post_logout_redirect_uri")).toBe(false)
})

test("sends no secret for an app that a provider registered without one", async () => {
  const sent: URLSearchParams[] = []
  const fetch: Fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.method === "POST") sent.push(new URLSearchParams(await request.text()))
    return Response.json(
      request.url.includes("/oauth/token")
        ? { access_token: "a", token_type: "bearer" }
        : { id: 1, kakao_account: { profile: { nickname: "Ada" } } },
    )
  }
  const { start, finish } = serviceOf(Kakao({ clientId: "client" }), fetch)
  const state = new URL(await start()).searchParams.get("state") ?? ""
  expect(await finish(new URLSearchParams({ code: "c", state }))).toBe("https://app.test/in")
  expect(sent.map((body) => [body.get("client_id"), body.get("client_secret")])).toEqual([["client", null]])
})

test.each([
  ["/in", "https://app.test/in#"],
  ["/in#here", "https://app.test/in#here"],
])("drops the fragment that Facebook adds to the callback URL: %s", async (callbackUrl, end) => {
  const fetch: Fetch = async (input) =>
    Response.json(
      new Request(input).url.includes("access_token")
        ? { access_token: "a", token_type: "bearer" }
        : { id: "1", name: "Ada" },
    )
  const { start, finish } = serviceOf(Facebook(CLIENT), fetch)
  const state = new URL(await start(callbackUrl)).searchParams.get("state") ?? ""
  expect(await finish(new URLSearchParams({ code: "c", state }))).toBe(end)
})
