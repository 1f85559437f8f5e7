import { generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from "jose"
import { beforeAll, describe, expect, test } from "vitest"
import type { OIDCConfig } from "../providers/types.ts"
import type { FakeIssuer } from "../testing/fake-issuer.ts"
import { highAssuranceService, ISSUER, type Answer } from "./high-assurance-service.fixture.ts"
import { errorParam, signedInName } from "../test-kit/oauth-service.ts"

const keys = {} as { privateKey: CryptoKey; publicKey: CryptoKey } // set before the tests

beforeAll(async () => void Object.assign(keys, await generateKeyPair("ES256", { extractable: true })))

describe("a signed response", () => {
  const NAMED: Partial<OIDCConfig> = { signedResponse: true }

  /** Signs in with a response that `make` signs. */
  async function respondWith(make: (claims: JWTPayload, issuer: FakeIssuer) => Promise<string> | string) {
    const app = await highAssuranceService({ options: NAMED })
    const { parameters, asked } = await app.authorize(await app.start())
    expect(asked.get("response_mode")).toBe("jwt")
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: ISSUER, aud: "client", exp: now + 60, ...Object.fromEntries(parameters) }
    const query = await make(claims, app.issuer)
    const response = await app.browser.get(`/callback/acme?${query}`)
    return { ...app, response, parameters }
  }
  const signed = (issuer: FakeIssuer, claims: JWTPayload) => issuer.sign(claims).then((jwt) => `response=${jwt}`)

  test("signs in", async () => {
    const { browser } = await respondWith((claims, issuer) => signed(issuer, claims))
    expect(await signedInName(browser)).toBe("ada@app.test")
  })

  test("says that the user cancelled", async () => {
    const { response } = await respondWith(({ code: _, ...claims }, issuer) =>
      signed(issuer, { ...claims, error: "access_denied" }),
    )
    expect(response.headers.get("location")).toContain("code=cancelled")
  })

  const past = () => Math.floor(Date.now() / 1000) - 120
  test.each<[string, (claims: JWTPayload, issuer: FakeIssuer) => Promise<string> | string]>([
    ["for another client", (claims, issuer) => signed(issuer, { ...claims, aud: "other" })],
    ["from another issuer", (claims, issuer) => signed(issuer, { ...claims, iss: "https://evil.test" })],
    ["without an issuer", ({ iss: _, ...claims }, issuer) => signed(issuer, claims)],
    ["that has expired", (claims, issuer) => signed(issuer, { ...claims, exp: past() })],
    ["that never expires", ({ exp: _, ...claims }, issuer) => signed(issuer, claims)],
    ["with another state", (claims, issuer) => signed(issuer, { ...claims, state: "another" })],
    ["without a state", ({ state: _, ...claims }, issuer) => signed(issuer, claims)],
    ["without a code", ({ code: _, ...claims }, issuer) => signed(issuer, claims)],
    ["that isn't signed", (claims) => `response=${new UnsecuredJWT(claims).encode()}`],
    ["with an HMAC of the client secret", (claims) => hmac(claims).then((jwt) => `response=${jwt}`)],
    ["with another key", (claims) => foreign(claims).then((jwt) => `response=${jwt}`)],
    ["as plain parameters", (claims) => `code=${String(claims["code"])}&state=${String(claims["state"])}`],
    ["twice", async (claims, issuer) => `${await signed(issuer, claims)}&${await signed(issuer, claims)}`],
    [
      "with parameters of an attacker beside it",
      async (claims, issuer) => `${await signed(issuer, { ...claims, code: "" })}&code=${String(claims["code"])}`,
    ],
  ])("rejects one %s (threat 623)", async (_, make) => {
    const { response, browser, sent } = await respondWith(make)
    expect(errorParam(response)).toBe("OAuthCallbackError")
    expect(await signedInName(browser)).toBeNull()
    expect(sent).not.toContain(`${ISSUER}/token`)
  })

  test("is rejected by a provider that doesn't ask for it (threat 623)", async () => {
    const { start, authorize, issuer, browser } = await highAssuranceService()
    const { parameters } = await authorize(await start())
    const claims = { iss: ISSUER, aud: "client", exp: past() + 600, ...Object.fromEntries(parameters) }
    expect(errorParam(await browser.get(`/callback/acme?${await signed(issuer, claims)}`))).toBe("OAuthCallbackError")
    expect(await signedInName(browser)).toBeNull()
  })

  const hmac = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode("secret".padEnd(32, "t")))
  const foreign = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "one" }).sign(keys.privateKey)
})

describe("a client with a certificate", () => {
  const alias = "https://mtls.issuer.test"
  const metadata = {
    mtls_endpoint_aliases: { token_endpoint: `${alias}/token`, userinfo_endpoint: `${alias}/userinfo` },
  }

  test.each([
    [{ token_endpoint_auth_method: "tls_client_auth" }, []],
    [{ token_endpoint_auth_method: "self_signed_tls_client_auth" }, []],
    [{ tls_client_certificate_bound_access_tokens: true }, ["Basic"]],
  ])(
    "uses the aliases of endpoints, and sends no secret beside a certificate: %j (threat 624)",
    async (client, sends) => {
      const holder: { issuer?: FakeIssuer } = {}
      const secrets: (string | null)[] = []
      const token: Answer = (body, headers) => {
        secrets.push(body.get("client_secret"), headers.get("authorization"))
        return holder.issuer?.fetch(`${ISSUER}/token`, { method: "POST", body })
      }
      const app = await highAssuranceService({ metadata, options: { client }, answers: { [`${alias}/token`]: token } })
      holder.issuer = app.issuer
      await app.enter()
      expect(await signedInName(app.browser)).toBe("ada@app.test")
      expect(app.sent).not.toContain(`${ISSUER}/token`)
      expect(secrets.filter((secret) => secret !== null).map((secret) => secret.split(" ")[0])).toEqual(sends)
    },
  )

  test("rejects an alias that points elsewhere than https (threat 624)", async () => {
    const wrong = { mtls_endpoint_aliases: { token_endpoint: "http://issuer.test/token" } }
    const app = await highAssuranceService({
      metadata: wrong,
      options: { client: { token_endpoint_auth_method: "tls_client_auth" } },
    })
    expect((await app.start()).headers.get("location")).not.toContain(`${ISSUER}/authorize`)
  })

  test("other clients don't use the aliases", async () => {
    const app = await highAssuranceService({ metadata })
    await app.enter()
    expect(app.sent).toContain(`${ISSUER}/token`)
  })
})
