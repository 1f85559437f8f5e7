import { createHash } from "node:crypto"
import {
  calculateJwkThumbprint,
  decodeJwt,
  decodeProtectedHeader,
  type JWTPayload,
  type ProtectedHeaderParameters,
} from "jose"
import { describe, expect, test } from "vitest"
import type { FakeIssuer } from "../testing/fake-issuer.ts"
import {
  ADA,
  highAssuranceService,
  ISSUER,
  type Answer,
  type TestedProvider,
} from "./high-assurance-service.fixture.ts"
import { errorParam, signedInName } from "../test-kit/oauth-service.ts"

describe("a bound token", () => {
  const bound = (answers: Record<string, Answer> = {}): TestedProvider => ({ options: { dpop: true }, answers })
  const asDpop = ({ responses }: FakeIssuer) => (responses.token = (body) => ({ ...body, token_type: "DPoP" }))

  test("is stored beside its key, which no response, callback or log has", async () => {
    const { enter, issuer, adapter, browser, logged } = await highAssuranceService(bound())
    asDpop(issuer)
    await enter()
    expect(await signedInName(browser)).toBe("ada@app.test")
    const account = await adapter.getAccount("ada", "acme")
    expect(account).toMatchObject({ token_type: "dpop", dpop_key: expect.stringMatching(/^ey/) })
    expect(await (await browser.get("/session")).text()).not.toContain("dpop")
    expect(logged()).toBe("")
  })

  test("rejects a bearer token (threat 621)", async () => {
    const { enter, browser, adapter, logged } = await highAssuranceService(bound())
    expect(errorParam(await enter())).toBe("OAuthCallbackError")
    expect(logged()).toContain("the token type is bearer, but dpop was requested")
    expect(await signedInName(browser)).toBeNull()
    expect(await adapter.getAccount("ada", "acme")).toBeNull()
  })

  const challenge = () => Response.json({ error: "use_dpop_nonce" }, { status: 400, headers: { "dpop-nonce": "n-1" } })

  test("repeats a token request once if the server wants a nonce, and no more (threat 621)", async () => {
    const proofs: unknown[] = []
    const token: Answer = (_, headers) => {
      proofs.push(decodeJwt(headers.get("dpop") ?? ""))
      return challenge()
    }
    const { enter, logged } = await highAssuranceService(bound({ [`${ISSUER}/token`]: token }))
    expect(errorParam(await enter())).toBe("OAuthCallbackError")
    expect(proofs).toMatchObject([
      { htm: "POST", htu: `${ISSUER}/token` },
      { htm: "POST", htu: `${ISSUER}/token`, nonce: "n-1" },
    ])
    expect(new Set(proofs.map((proof) => (proof as JWTPayload).jti)).size).toBe(2)
    expect(logged()).toContain("use_dpop_nonce")
  })

  test("a client without keys never repeats a token request", async () => {
    const { enter, sent } = await highAssuranceService({ answers: { [`${ISSUER}/token`]: challenge } })
    expect(errorParam(await enter())).toBe("OAuthCallbackError")
    expect(sent.filter((url) => url === `${ISSUER}/token`)).toHaveLength(1)
  })

  test("reads the profile with a proof, and with the nonce that the endpoint wants", async () => {
    const seen: { authorization: string | null; proof: JWTPayload }[] = []
    const headers = { "www-authenticate": 'DPoP error="use_dpop_nonce"', "dpop-nonce": "n-2" }
    const profile: Answer = (_, sent) => {
      seen.push({ authorization: sent.get("authorization"), proof: decodeJwt(sent.get("dpop") ?? "") })
      return seen.length === 1 ? new Response(null, { status: 401, headers }) : Response.json(ADA)
    }
    const provider = bound({ [`${ISSUER}/userinfo`]: profile })
    const { enter, issuer, browser } = await highAssuranceService({
      ...provider,
      options: { ...provider.options, idToken: false },
    })
    asDpop(issuer)
    await enter()
    expect(await signedInName(browser)).toBe("ada@app.test")
    expect(seen).toMatchObject([
      { authorization: expect.stringMatching(/^DPoP access-/), proof: { htm: "GET", ath: expect.any(String) } },
      { proof: { nonce: "n-2", htu: `${ISSUER}/userinfo` } },
    ])
  })

  test("rejects a key that was moved to another user's account (threat 622)", async () => {
    const { enter, issuer, adapter, browser, auth } = await highAssuranceService(bound())
    asDpop(issuer)
    await enter()
    const own = await adapter.getAccount("ada", "acme")
    const other = await highAssuranceService({ ...bound() })
    asDpop(other.issuer)
    await other.enter()
    const foreign = await other.adapter.getAccount("ada", "acme")
    expect(foreign?.["dpop_key"]).not.toBe(own?.["dpop_key"])
    await adapter.updateAccount({ provider: "acme", providerAccountId: "ada", dpop_key: foreign?.["dpop_key"] ?? "" })
    await expect(auth.getAccessToken(browser.request("/"), "acme")).rejects.toMatchObject({
      type: "RefreshTokenError",
      cause: { reason: "no-key" },
    })
  })

  test("a refresh uses the stored key, and keeps it", async () => {
    const keysSeen: unknown[] = []
    const token: Answer = (body, headers) => {
      const proof = headers.get("dpop") ?? ""
      keysSeen.push(decodeProtectedHeader(proof).jwk)
      if (body.get("grant_type") !== "refresh_token") return undefined
      if (decodeJwt(proof)["nonce"] === undefined) return challenge()
      return Response.json({ access_token: "access-2", refresh_token: "r-2", token_type: "DPoP", expires_in: 3600 })
    }
    const { enter, issuer, adapter, browser, auth } = await highAssuranceService(bound({ [`${ISSUER}/token`]: token }))
    issuer.responses.token = (body) => ({ ...body, token_type: "DPoP", refresh_token: "r-1" })
    await enter()
    await adapter.updateAccount({ provider: "acme", providerAccountId: "ada", expires_at: 1 })
    expect((await auth.getAccessToken(browser.request("/"), "acme")).accessToken).toBe("access-2")
    expect(keysSeen).toHaveLength(3)
    expect(new Set(keysSeen.map((key) => JSON.stringify(key))).size).toBe(1)
    await adapter.updateAccount({ provider: "acme", providerAccountId: "ada", expires_at: 1 })
    await auth.getAccessToken(browser.request("/"), "acme")
    expect(new Set(keysSeen.map((key) => JSON.stringify(key))).size).toBe(1)
  })

  test("sends an app's requests with the token, and follows no redirect", async () => {
    const api: { method: string; authorization: string | null; body: string; proof: boolean }[] = []
    const orders: Answer = (body, headers) => {
      api.push({
        ...{ method: "POST", authorization: headers.get("authorization"), body: String(body) },
        proof: headers.has("dpop"),
      })
      return Response.redirect("https://evil.test/", 302)
    }
    const { enter, issuer, browser, auth, sent } = await highAssuranceService(
      bound({ "https://api.test/orders": orders }),
    )
    asDpop(issuer)
    await enter()
    const token = await auth.getAccessToken(browser.request("/"), "acme")
    const init = { method: "POST", body: new URLSearchParams({ a: "1" }) }
    expect((await token.fetch("https://api.test/orders", init)).status).toBe(302)
    expect(api).toEqual([{ method: "POST", authorization: `DPoP ${token.accessToken}`, body: "a=1", proof: true }])
    expect(sent).not.toContain("https://evil.test/")
    await expect(token.fetch("http://api.test/orders")).rejects.toThrow()
  })

  test("a sign-in that began before the app asked for keys is rejected", async () => {
    const before = await highAssuranceService()
    const { parameters } = await before.authorize(await before.start())
    const after = await highAssuranceService(bound())
    const browser = after.browser
    for (const [name, cookie] of before.browser.jar) browser.jar.set(name, cookie)
    expect(errorParam(await browser.get(`/callback/acme?${parameters}`))).toBe("OAuthCallbackError")
    expect(after.logged()).toContain("started without a DPoP key")
  })

  test("has a proof for one request only, of the key that the sign-in announced (threat 621)", async () => {
    const proofs: { header: ProtectedHeaderParameters; claims: JWTPayload; token: string | undefined }[] = []
    const note = (headers: Headers) => {
      const proof = headers.get("dpop") ?? ""
      const [, token] = headers.get("authorization")?.split("DPoP ") ?? []
      proofs.push({ header: decodeProtectedHeader(proof), claims: decodeJwt(proof), token })
    }
    const noted = (answer: () => Response | undefined) => (_: unknown, headers: Headers) => {
      note(headers)
      return answer()
    }
    const provider = bound({
      [`${ISSUER}/token`]: noted(() => undefined),
      [`${ISSUER}/userinfo`]: noted(() => Response.json(ADA)),
      "https://api.test/orders?id=1#part": noted(() => Response.json({}, { headers: { "dpop-nonce": "of the API" } })),
      "https://other.test:8443/": noted(() => Response.json({})),
    })
    const service = await highAssuranceService({ ...provider, options: { ...provider.options, idToken: false } })
    asDpop(service.issuer)
    const { parameters, asked } = await service.authorize(await service.start())
    await service.browser.get(`/callback/acme?${parameters}`)
    const { fetch, accessToken } = await service.auth.getAccessToken(service.browser.request("/"), "acme")
    await fetch("https://api.test/orders?id=1#part")
    await fetch("https://other.test:8443", { method: "PUT" })
    expect(proofs.map(({ claims: { htm, htu } }) => `${htm} ${htu}`)).toEqual([
      `POST ${ISSUER}/token`,
      `GET ${ISSUER}/userinfo`,
      "GET https://api.test/orders",
      "PUT https://other.test:8443/",
    ])
    expect(new Set(proofs.map(({ claims }) => claims.jti)).size).toBe(4)
    const hash = createHash("sha256").update(accessToken).digest("base64url")
    expect(proofs.map(({ claims }) => claims["ath"])).toEqual([undefined, hash, hash, hash])
    expect(proofs.map(({ claims }) => claims["nonce"])).toEqual([undefined, undefined, undefined, undefined])
    expect(proofs.slice(1).map(({ token }) => token)).toEqual([accessToken, accessToken, accessToken])
    for (const { header } of proofs) {
      expect(Object.keys(header.jwk ?? {}).sort()).toEqual(["crv", "kty", "x", "y"])
      expect(await calculateJwkThumbprint(header.jwk ?? {})).toBe(asked.get("dpop_jkt"))
    }
    const another = await service.authorize(await service.start())
    expect(another.asked.get("dpop_jkt")).not.toBe(asked.get("dpop_jkt"))
  })

  test("is never replaced by a bearer token at a refresh (threat 621)", async () => {
    const token: Answer = (body) =>
      body.get("grant_type") === "refresh_token"
        ? Response.json({ access_token: "stolen", refresh_token: "r-2", token_type: "Bearer", expires_in: 3600 })
        : undefined
    const { enter, issuer, adapter, browser, auth } = await highAssuranceService(bound({ [`${ISSUER}/token`]: token }))
    issuer.responses.token = (body) => ({ ...body, token_type: "DPoP", refresh_token: "r-1" })
    await enter()
    await adapter.updateAccount({ provider: "acme", providerAccountId: "ada", expires_at: 1 })
    const before = await adapter.getAccount("ada", "acme")
    await expect(auth.getAccessToken(browser.request("/"), "acme")).rejects.toMatchObject({ type: "RefreshTokenError" })
    expect(await adapter.getAccount("ada", "acme")).toEqual(before)
  })
})
