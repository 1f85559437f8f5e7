import { generateKeyPair, jwtVerify } from "jose"
import { beforeAll, describe, expect, test } from "vitest"
import {
  highAssuranceService,
  ISSUER,
  PAR,
  REFERENCE,
  type Answer,
  type TestedProvider,
} from "./high-assurance-service.fixture.ts"
import { errorParam, signedInName } from "../test-kit/oauth-service.ts"

const keys = {} as { privateKey: CryptoKey; publicKey: CryptoKey } // set before the tests

beforeAll(async () => void Object.assign(keys, await generateKeyPair("ES256", { extractable: true })))

const OFFERED = { pushed_authorization_request_endpoint: PAR }
const REQUIRED = { ...OFFERED, require_pushed_authorization_requests: true }

describe("a pushed authorization request", () => {
  test.each<[string, TestedProvider]>([
    ["the metadata requires it", { metadata: REQUIRED }],
    ["the app asks for it", { metadata: OFFERED, options: { pushedAuthorization: true } }],
    ["the app names the endpoint", { options: { pushedAuthorization: PAR } }],
  ])("shows the browser only a reference, if %s", async (_, provider) => {
    const { start, authorize, pushed, browser } = await highAssuranceService(provider)
    const started = await start()
    expect(started.headers.get("location")).toBe(
      `${ISSUER}/authorize?client_id=client&request_uri=${encodeURIComponent(REFERENCE)}`,
    )
    const [body] = pushed
    for (const name of ["state", "code_challenge", "redirect_uri", "scope"]) expect(body?.get(name)).toBeTruthy()
    const { parameters } = await authorize(started)
    await browser.get(`/callback/acme?${parameters}`)
    expect(await signedInName(browser)).toBe("ada@app.test")
  })

  test.each<[string, TestedProvider]>([
    ["the metadata only offers it", { metadata: OFFERED }],
    ["the app turns it off", { metadata: REQUIRED, options: { pushedAuthorization: false } }],
  ])("isn't sent if %s", async (_, provider) => {
    const { start, sent } = await highAssuranceService(provider)
    const url = new URL((await start()).headers.get("location") ?? "")
    expect(url.searchParams.has("request_uri")).toBe(false)
    expect(url.searchParams.get("code_challenge")).toBeTruthy()
    expect(sent).not.toContain(PAR)
  })

  test("authenticates the client as the token request does, and stays out of the browser", async () => {
    const seen: (string | null)[] = []
    const note: Answer = (_, headers) => void seen.push(headers.get("authorization"))
    const answers = { [PAR]: note, [`${ISSUER}/token`]: note }
    const { enter } = await highAssuranceService({ metadata: REQUIRED, answers })
    await enter().catch(() => undefined) // the fake issuer has no such endpoint
    expect(seen).toEqual([`Basic ${btoa("client:secret")}`])
  })

  test("keeps the query of the authorization endpoint", async () => {
    const metadata = { ...REQUIRED, authorization_endpoint: `${ISSUER}/authorize?policy=b2c` }
    const { start } = await highAssuranceService({ metadata })
    const { searchParams } = new URL((await start()).headers.get("location") ?? "")
    expect([...searchParams.keys()]).toEqual(["policy", "client_id", "request_uri"])
  })

  const json = (body: object, status = 201) => Response.json(body, { status })
  test.each<[string, () => Response, RegExp]>([
    ["without a reference", () => json({ expires_in: 60 }), /request_uri/],
    ["with an empty reference", () => json({ request_uri: "", expires_in: 60 }), /request_uri/],
    ["whose reference has expired", () => json({ request_uri: REFERENCE, expires_in: 0 }), /expired/],
    ["without a time of expiry", () => json({ request_uri: REFERENCE }), /expires_in/],
    [
      "that redirects to another server",
      () => Response.redirect("https://evil.test/par", 307),
      /redirect \(307\) to https:\/\/evil\.test\/par,/,
    ],
    ["that is an error", () => json({ error: "invalid_request" }, 400), /status 400, error invalid_request/],
    ["that isn't JSON", () => new Response("<html>", { status: 201 }), /./],
  ])("rejects a response %s, and starts no sign-in (threat 620)", async (_, answer, why) => {
    const { start, browser, logged } = await highAssuranceService({ metadata: REQUIRED, answers: { [PAR]: answer } })
    const started = await start()
    expect(errorParam(started)).toBe("OAuthSignin")
    expect(logged()).toMatch(why)
    expect([...browser.jar.keys()].filter((name) => name.includes(".state."))).toEqual([])
  })

  test.each([["http://issuer.test/par"], ["https://127.0.0.1/par"], ["https://user:pass@issuer.test/par"], [42]])(
    "rejects the endpoint %s in metadata (threat 620)",
    async (endpoint) => {
      const metadata = { ...REQUIRED, pushed_authorization_request_endpoint: endpoint }
      const { start, sent } = await highAssuranceService({ metadata })
      expect(errorParam(await start())).toMatch(/^(?:OAuthSignin|Configuration|InvalidProvider)$/)
      expect(sent.filter((url) => url.includes("/par"))).toEqual([])
    },
  )
})

describe("a signed authorization request", () => {
  test.each<[string, TestedProvider]>([
    ["the app asks for it", { options: { signedRequest: true } }],
    ["the metadata requires it", { metadata: { require_signed_request_object: true } }],
  ])("is one JWT for the issuer, if %s (threat 625)", async (_, { metadata, options }) => {
    const { start } = await highAssuranceService({
      ...(metadata && { metadata }),
      options: { ...options, privateKey: keys.privateKey },
    })
    const { searchParams } = new URL((await start()).headers.get("location") ?? "")
    expect([...searchParams.keys()]).toEqual(["client_id", "response_type", "scope", "request"])
    const { payload, protectedHeader } = await jwtVerify(searchParams.get("request") ?? "", keys.publicKey)
    expect(protectedHeader).toMatchObject({ alg: "ES256", typ: "oauth-authz-req+jwt" })
    expect(payload).toMatchObject({ iss: "client", aud: ISSUER, response_type: "code", code_challenge_method: "S256" })
    expect(Number(payload.exp) - Number(payload.iat)).toBeLessThanOrEqual(60)
  })

  test("needs a key", async () => {
    const { start, logged } = await highAssuranceService({ options: { signedRequest: true } })
    expect((await start()).headers.get("location")).not.toContain(ISSUER)
    expect(logged()).toContain("has no privateKey")
  })
})
