import { describe, expect, test } from "vitest"
import { exportJWK, generateKeyPair, SignJWT } from "jose"
import type { OIDCConfig } from "../providers/types.ts"
import { oauthService, signedInName, type OAuthService } from "../test-kit/oauth-service.ts"

const ada = { sub: "ada", email: "ada@app.test", email_verified: true }
const checks: Partial<OIDCConfig> = { checks: ["pkce", "nonce"] }

async function signIn(service: OAuthService, suffix = "") {
  const browser = service.browser()
  await browser.get((await service.start(browser, ada)) + suffix)
  return signedInName(browser)
}

/**
 * Each row is a response that Latchkit's own code accepts, so only oauth4webapi can reject it. The messages are
 * oauth4webapi's.
 */
describe("a default OpenID sign-in goes through oauth4webapi:", () => {
  test.each<[string, string, (service: OAuthService) => void, string?]>([
    [
      "processDiscoveryResponse",
      '"response" body "issuer" property does not match the expected value',
      ({ issuer }) => (issuer.responses.discovery = (document) => ({ ...document, issuer: "https://other.test" })),
    ],
    [
      "validateAuthResponse",
      'unexpected "iss" (issuer) response parameter value',
      () => undefined,
      "&iss=https://other.test",
    ],
    [
      "processAuthorizationCodeResponse, the response",
      '"response" body "refresh_token" property must be a string',
      ({ issuer }) => (issuer.responses.token = (body) => ({ ...body, refresh_token: 7 })),
    ],
    [
      "processAuthorizationCodeResponse, the issuer",
      'unexpected JWT "iss" (issuer) claim value',
      ({ issuer }) => (issuer.responses.claims = (claims) => ({ ...claims, iss: "https://other.test" })),
    ],
    [
      "processAuthorizationCodeResponse, the nonce",
      'unexpected ID Token "nonce" claim value',
      ({ issuer }) => (issuer.responses.claims = (claims) => ({ ...claims, nonce: "other" })),
    ],
    [
      "processAuthorizationCodeResponse, the type of auth_time",
      'ID Token "auth_time" (authentication time) must be a number',
      ({ issuer }) => (issuer.responses.claims = (claims) => ({ ...claims, auth_time: "yesterday" })),
    ],
    [
      "validateApplicationLevelSignature",
      "JWT signature verification failed",
      ({ issuer }) =>
        (issuer.responses.idToken = async (claims) => {
          const [header, payload, signature = ""] = (await issuer.sign(claims)).split(".")
          return [header, payload, signature.split("").reverse().join("")].join(".")
        }),
    ],
  ])("%s", async (_, message, prepare, suffix) => {
    const service = await oauthService({}, checks)
    prepare(service)
    const browser = service.browser()
    const started = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken() })
    const location = started.headers.get("location") ?? ""
    if (location.startsWith(service.issuer.issuer))
      await browser.get(`/callback/acme?${service.issuer.authorize(location, ada)}${suffix ?? ""}`)
    expect(await signedInName(browser)).toBeNull()
    expect(service.logged()).toContain(message)
  })

  test("processUserInfoResponse", async () => {
    const service = await oauthService({}, { ...checks, idToken: false })
    service.issuer.responses.userinfo = (person) => ({ ...person, sub: 7 })
    expect(await signIn(service)).toBeNull()
    expect(service.logged()).toContain('"response" body "sub" property must be a string')
  })

  test("accepts the response if nothing is wrong", async () => {
    expect(await signIn(await oauthService({}, checks))).toBe("ada@app.test")
    expect(await signIn(await oauthService({}, { ...checks, idToken: false }))).toBe("ada@app.test")
  })
})

describe("the signing algorithms that the issuer advertises", () => {
  async function signedWith(alg: string, advertised: string[] | undefined, provider: Partial<OIDCConfig> = {}) {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
    const jwk = { ...(await exportJWK(publicKey)), kid: "k", alg }
    const service: OAuthService = await oauthService(
      {
        fetch: (input, init) =>
          String(input).endsWith("/jwks")
            ? Promise.resolve(Response.json({ keys: [jwk] }))
            : service.issuer.fetch(input, init),
      },
      provider,
    )
    service.issuer.responses.discovery = (document) => ({
      ...document,
      id_token_signing_alg_values_supported: advertised,
    })
    service.issuer.responses.idToken = (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid: "k" }).sign(privateKey)
    return signIn(service)
  }

  test.each<[string, string[] | undefined, string | null]>([
    ["ES256", ["RS256", "ES256"], "ada@app.test"],
    ["ES256", ["RS256"], null],
    ["RS256", ["ES256", "PS256"], null],
    ["PS256", ["none", "HS256"], null],
    ["ES256", undefined, "ada@app.test"],
  ])("%s if %j are advertised", async (alg, advertised, user) => {
    expect(await signedWith(alg, advertised)).toBe(user)
  })

  test("don't apply if the client registered an algorithm", async () => {
    const client = { id_token_signed_response_alg: "ES256" }
    expect(await signedWith("ES256", ["RS256"], { client })).toBe("ada@app.test")
    expect(await signedWith("RS256", ["RS256"], { client })).toBeNull()
  })
})

const nowInSeconds = () => Math.floor(Date.now() / 1000)
test.each<[string, () => unknown, boolean]>([
  ["now", nowInSeconds, true],
  ["five minutes old, as Entra's", () => nowInSeconds() - 300, true],
  ["of a clock that is a minute ahead", () => nowInSeconds() + 60, true],
  ["an hour old", () => nowInSeconds() - 3600, false],
  ["of 1970", () => 1, false],
  ["an hour ahead", () => nowInSeconds() + 3600, false],
  ["far ahead", () => 1e15, false],
  ["that is a text", () => String(nowInSeconds()), false],
])("an ID token with an iat %s", async (_, iat, opens) => {
  const service = await oauthService()
  service.issuer.responses.claims = (claims) => ({ ...claims, iat: iat() as number, exp: nowInSeconds() + 600 })
  expect(await signIn(service)).toBe(opens ? "ada@app.test" : null)
})
